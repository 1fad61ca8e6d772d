#include <gtest/gtest.h>

#include <lawspeaker/errors.hpp>
#include <latch>

#include "scripted.hpp"

namespace v1 = lawspeaker::v1;
using lawspeaker::ConnectionLost;
using lawspeaker::Refused;
using std::chrono::milliseconds;
using Seen = std::vector<std::string>;

namespace {

/// A stream that breaks after a match has begun.
grpc::Status begin_and_break(Table& table) {
    table.hello();
    table.start();
    return cut();
}

}  // namespace

TEST(ReconnectMatches, TellAMatchAsLostThatDoesNotComeBackInTime) {
    class Two : public Fickle {
    public:
        Two() : Fickle(3) {}
        void over(const lawspeaker::Result& result) override {
            Fickle::over(result);
            if (result.lost.empty()) return;
            lost = result.lost;
            EXPECT_EQ(result.rank, std::nullopt);
            told.count_down();
        }
        std::latch told{1};
        std::string lost;
    } bot;
    const Script first = [](Table& table) {
        table.hello();
        table.start(a_match("m"));
        table.start(a_match("gone"));
        return cut();
    };
    const Script second = [&](Table& table) {
        table.hello();
        table.start(a_match("m"));
        bot.told.wait();
        table.ask();
        table.answer();
        return table.finish();
    };
    play(bot, {first, second}, {.reconnect_within = milliseconds(500)});
    EXPECT_EQ(bot.lost, "the connection was lost, and the match did not come back within 0.5 s");
    EXPECT_EQ(bot.count("over m"), 1);
}

TEST(ReconnectMatches, BeginAfreshUnderTheSameNameIfItIsAnotherMatch) {
    Fickle bot;
    const Script second = [](Table& table) {
        table.hello();
        v1::MatchStarted another = a_match();
        another.set_seed_commitment("two");
        table.start(another);
        return table.finish();
    };
    play(bot, {begin_and_break, second});
    std::vector<std::string> seen = bot.seen();
    std::ranges::sort(seen);  // the old match is told in a thread of its own
    EXPECT_EQ(seen, (Seen{"over m", "over m lost", "started m", "started m"}));
}

TEST(ReconnectMatches, MakeRoomForANewOneTheOldestFirst) {
    class Two : public Fickle {
    public:
        Two() : Fickle(2) {}
        void over(const lawspeaker::Result& result) override {
            Fickle::over(result);
            if (!result.lost.empty()) told.count_down();
        }
        std::latch told{1};
    } bot;
    const Script first = [](Table& table) {
        table.hello();
        table.start(a_match("older"));
        table.start(a_match("elder"));  // but later
        return cut();
    };
    const Script second = [&](Table& table) {
        table.hello();
        table.start(a_match("new"));
        bot.told.wait();
        table.start(a_match("elder"));
        table.over("new");
        table.over("elder");
        table.goodbye();
        return grpc::Status::OK;
    };
    play(bot, {first, second});
    EXPECT_EQ(bot.count("over older lost"), 1);
    EXPECT_EQ(bot.count("resumed elder"), 1);
}

TEST(ReconnectMatches, AreWaitedForWhileTheRefereeDrains) {
    Fickle bot;
    const Script drain = [](Table& table) {
        table.hello();
        table.goodbye(v1::GOODBYE_REASON_DRAINING, "back soon");
        return grpc::Status::OK;
    };
    const Script resume = [](Table& table) {
        table.hello();
        table.start();
        return table.finish();
    };
    play(bot, {begin_and_break, drain, resume});
    EXPECT_EQ(bot.seen(), (Seen{"started m", "resumed m", "over m"}));
}

TEST(ReconnectMatches, TellOfTheLossInOneLineAndOfTheReturnInAnother) {
    Fickle bot;
    const auto full = [](grpc::StatusCode code, const char* words) {
        return [=](Table& table) {
            table.read_hello();
            return cut(code, words);
        };
    };
    const Script first = [](Table& table) {
        table.hello();
        return cut(grpc::StatusCode::UNAVAILABLE, "the cable");
    };
    const Script last = [](Table& table) {
        table.hello();
        table.goodbye();
        return grpc::Status::OK;
    };
    testing::internal::CaptureStderr();
    play(bot, {first, full(grpc::StatusCode::RESOURCE_EXHAUSTED, "all 2 places are taken"),
               full(grpc::StatusCode::ALREADY_EXISTS, "this token's seat is taken"), last});
    const std::string lines = testing::internal::GetCapturedStderr();
    EXPECT_TRUE(
        lines.starts_with("lawspeaker-bot: the connection to the referee broke (UNAVAILABLE): the cable; trying again "
                          "for up to 10 s\nlawspeaker-bot: connected again after 0."))
        << lines;
    EXPECT_EQ(std::ranges::count(lines, '\n'), 2);
}

TEST(ReconnectMatches, DoNotTryAgainAfterAGoodbyeThatBlamesTheBot) {
    for (const int reason : {3 + 1, 2, 5, 99}) {
        Fickle bot;
        const Script script = [reason](Table& table) {
            table.hello();
            table.start();
            table.goodbye(reason, "two hellos");
            return grpc::Status::OK;
        };
        try {
            play(bot, {script}, {.reconnect_within = milliseconds(10'000)});
            FAIL();
        } catch (const Refused& error) {
            EXPECT_STREQ(error.what(), "the referee ended the stream: two hellos");
        }
    }
}

TEST(ReconnectMatches, AreGivenUpWithBothReasonsWhenTheConnectionBreaksEveryTime) {
    Fickle bot;
    std::vector<Script> scripts(6, [](Table& table) {
        table.hello();
        table.start();
        table.ask();
        table.answer();
        return cut(grpc::StatusCode::INTERNAL, "poisoned");
    });
    scripts.resize(1000, [](Table& table) {
        table.read_hello();
        return cut(grpc::StatusCode::UNAVAILABLE, "the door is shut");
    });
    try {
        play(bot, scripts, {.reconnect_within = milliseconds(300)});
        FAIL();
    } catch (const ConnectionLost& error) {
        const std::string line = error.what();
        EXPECT_NE(line.find("poisoned; it did not come back within 0.3 s: "), std::string::npos) << line;
        EXPECT_TRUE(line.ends_with("the door is shut")) << line;
    }
    EXPECT_EQ(bot.count("decide"), 1);
}

TEST(ReconnectMatches, AreGivenUpWhenEveryStreamBreaksBeforeItBringsAnythingNew) {
    Fickle bot;
    const std::vector<Script> scripts(1000, [](Table& table) {
        table.hello();
        table.start();
        table.ask();
        return cut(grpc::StatusCode::INTERNAL, "poisoned");
    });
    try {
        play(bot, scripts, {.reconnect_within = milliseconds(200)});
        FAIL();
    } catch (const ConnectionLost& error) {
        EXPECT_STREQ(error.what(),
                     "the connection to the referee broke (INTERNAL): poisoned; it did not come back within 0.2 s");
    }
}

TEST(ReconnectMatches, CanBeStoppedWhileTheConnectionIsLost) {
    Fickle bot;
    std::stop_source stop;
    const Script silent = [&](Table& table) {
        table.read_hello();
        stop.request_stop();
        table.wait_until_cancelled();
        return grpc::Status::OK;
    };
    play(bot, {begin_and_break, silent}, {.stop = stop.get_token()});
    EXPECT_EQ(bot.seen(), (Seen{"started m"}));
}
