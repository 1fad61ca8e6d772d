#include <gtest/gtest.h>

#include <future>
#include <lawspeaker/errors.hpp>
#include <latch>
#include <set>
#include <stdexcept>

#include "scripted.hpp"

namespace v1 = lawspeaker::v1;
using lawspeaker::ConnectionLost;
using lawspeaker::ConnectionRefused;
using lawspeaker::Decision;
using lawspeaker::Picks;
using lawspeaker::Refused;
using Seen = std::vector<std::string>;

namespace {

/// The line of the error of that type that the run ends with.
template <class Error>
std::string error_of(lawspeaker::Bot& bot, std::vector<Script> scripts, lawspeaker::Options options = {}) {
    try {
        play(bot, std::move(scripts), options);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST(Session, IntroducesTheBotPlaysAMatchAndLeavesAfterGoodbye) {
    Fickle bot;
    play(bot, {[](Table& table) {
             const v1::Hello hello = table.hello();
             EXPECT_EQ(hello.bot(), "fickle");
             EXPECT_EQ(hello.token(), "secret");
             table.start();
             table.ask();
             const v1::Answer answer = table.answer();
             EXPECT_EQ(answer.picks(0), 1U);
             EXPECT_EQ(answer.annotation(), "take 2");
             return table.finish();
         }},
         {.token = "secret"});
    EXPECT_EQ(bot.seen(), (Seen{"started m", "decide 1", "over m"}));
}

TEST(Session, DoesNotLetASlowDecisionHoldUpAnotherMatch) {
    class Slow : public Fickle {
    public:
        Slow() : Fickle(2) {}
        Picks decide(Decision& decision) override {
            if (decision.match_id() == "slow") go.wait();
            return Fickle::decide(decision);
        }
        std::latch go{1};
    } bot;
    play(bot, {[&](Table& table) {
             table.hello();
             table.start(a_match("slow"));
             table.start(a_match("m"));
             table.ask(a_decision(1, "slow"));
             for (std::uint64_t id = 1; id <= 3; ++id) {
                 table.ask(a_decision(id));
                 EXPECT_EQ(table.answer().match_id(), "m");
             }
             bot.go.count_down();
             EXPECT_EQ(table.answer().match_id(), "slow");
             table.over("slow");
             return table.finish();
         }});
}

TEST(Session, DoesNotPutADecisionToTheBotThatIsOverAlready) {
    class Slow : public Fickle {
    public:
        Slow() : Fickle(2) {}
        void started(const lawspeaker::Match& match) override {
            Fickle::started(match);
            if (match.match_id() == "m") go.wait();
        }
        std::latch go{1};
    } bot;
    play(bot, {[&](Table& table) {
             table.hello();
             table.start();
             table.ask(a_decision(1));
             table.ask(a_decision(2));
             table.start(a_match("other"));
             table.ask(a_decision(9, "other"));
             EXPECT_EQ(table.answer().match_id(), "other");  // so what came before has come
             bot.go.count_down();
             EXPECT_EQ(table.answer().decision_id(), 2U);
             table.over("other");
             return table.finish();
         }});
    EXPECT_EQ(bot.count("decide 1"), 0);
}

TEST(Session, RethrowsWhatTheBotThrows) {
    class Buggy : public Fickle {
        Picks decide(Decision&) override { throw std::domain_error("my own mistake"); }
    } bot;
    const Script script = [](Table& table) {
        table.hello();
        table.start();
        table.ask();
        table.wait_until_cancelled();
        return grpc::Status::OK;
    };
    EXPECT_EQ(error_of<std::domain_error>(bot, {script}), "my own mistake");
}

TEST(Session, AsksTheOtherMatchesToStopWhenTheBotThrows) {
    class Half : public Fickle {
    public:
        Half() : Fickle(2) {}
        Picks decide(Decision& decision) override {
            if (decision.match_id() == "buggy") throw std::domain_error("my own mistake");
            std::promise<void> stopped;
            const std::stop_callback callback(decision.stop(), [&] { stopped.set_value(); });
            thinking.count_down();
            stopped.get_future().wait();
            return {0};
        }
        std::latch thinking{1};
    } bot;
    const Script script = [&](Table& table) {
        table.hello();
        table.start(a_match("m"));
        table.start(a_match("buggy"));
        table.ask(a_decision(1, "m"));
        bot.thinking.wait();
        table.ask(a_decision(1, "buggy"));
        table.wait_until_cancelled();
        return grpc::Status::OK;
    };
    EXPECT_EQ(error_of<std::domain_error>(bot, {script}), "my own mistake");
}

TEST(Session, EndsWithoutAnErrorWhenItIsAskedToStop) {
    Fickle bot;
    std::stop_source stop;
    play(bot, {[&](Table& table) {
             table.hello();
             table.start();
             stop.request_stop();
             table.wait_until_cancelled();
             return grpc::Status::OK;
         }},
         {.stop = stop.get_token()});
    EXPECT_EQ(bot.count("over"), 0);
}

TEST(Session, SaysInOneLineThatATokenIsWrong) {
    Fickle bot;
    const Script script = [](Table& table) {
        table.read_hello();
        return cut(grpc::StatusCode::UNAUTHENTICATED, "this token is not known here");
    };
    EXPECT_EQ(error_of<Refused>(bot, {script}), "the referee refused the bot: this token is not known here");
}

TEST(Session, IsLostWhenTheStreamEndsWithoutGoodbye) {
    Fickle bot;
    const Script script = [](Table& table) {
        table.hello();
        return grpc::Status::OK;
    };
    EXPECT_EQ(error_of<ConnectionLost>(bot, {script}), "the referee closed the stream without a goodbye");
}

TEST(Session, SaysWhereNobodyAnswers) {
    Fickle bot;
    try {
        lawspeaker::run(bot, {.address = "unix:/no/such/referee", .connect_within = std::chrono::milliseconds(50)});
        FAIL();
    } catch (const ConnectionRefused& error) {
        EXPECT_STREQ(
            error.what(),
            "no referee answers at unix:/no/such/referee (tried for 0.05 s); is it running, and is the address "
            "right?");
    }
}

TEST(Session, SaysThatAHostCannotBeResolved) {
    Fickle bot;
    const std::string address = std::string(64, 'a') + ".invalid:50051";  // too long a label: no name server is asked
    try {
        lawspeaker::run(bot, {.address = address, .connect_within = std::chrono::milliseconds(500)});
        FAIL();
    } catch (const ConnectionRefused& error) {
        EXPECT_EQ(error.what(),
                  "no referee answers at " + address +
                      " (tried for 0.5 s); the host cannot be resolved to an address; is it spelt right?");
    }
}

TEST(Session, IsLostWhenTheRefereeDoesNotWelcomeTheBotInTime) {
    Fickle bot;
    const Script script = [](Table& table) {
        table.read_hello();
        table.wait_until_cancelled();
        return grpc::Status::OK;
    };
    try {
        play(bot, {script}, {.connect_within = std::chrono::seconds(2)});
        FAIL();
    } catch (const ConnectionLost& error) {
        EXPECT_STREQ(error.what(), "no answer within 2 s");
    }
}

TEST(Session, IgnoresMessagesOfMatchesItDoesNotPlayAndOfKindsItDoesNotKnow) {
    Fickle bot;
    play(bot, {[](Table& table) {
             table.hello();
             table.ask(a_decision(1, "another"));
             table.over("another");
             table.reject(1, v1::REJECT_REASON_WRONG_COUNT);
             table.say(v1::PlayResponse());
             table.start();
             return table.finish();
         }});
    EXPECT_EQ(bot.seen(), (Seen{"started m", "over m"}));
}

TEST(Session, ReportsARefusedAnswerInOneLineAndSendsTheDefaultInstead) {
    for (const auto reason : {v1::REJECT_REASON_WRONG_COUNT, v1::REJECT_REASON_OUT_OF_RANGE,
                              v1::REJECT_REASON_DUPLICATE_PICK, v1::REJECT_REASON_MALFORMED}) {
        Fickle bot;
        testing::internal::CaptureStderr();
        play(bot, {[reason](Table& table) {
                 table.hello();
                 table.start();
                 table.ask();
                 EXPECT_EQ(table.answer().picks(0), 1U);
                 table.reject(1, reason);
                 EXPECT_EQ(table.answer().picks(0), 3U);
                 return table.finish();
             }});
        EXPECT_EQ(testing::internal::GetCapturedStderr(),
                  "lawspeaker-bot: m, test.one: answer refused: that was wrong\n");
        EXPECT_EQ(bot.count("rejected"), 1);
    }
}

TEST(Session, AnswersNothingToARefusalThatLeavesNothingOpen) {
    for (const auto reason : {v1::REJECT_REASON_STALE, v1::REJECT_REASON_DISQUALIFIED, v1::REJECT_REASON_UNKNOWN_MATCH,
                              v1::RejectReason(99)}) {
        Fickle bot;
        play(bot, {[reason](Table& table) {
                 table.hello();
                 table.start();
                 table.ask(a_decision(1));
                 table.answer();
                 table.reject(1, reason);
                 table.ask(a_decision(2));
                 EXPECT_EQ(table.answer().decision_id(), 2U);
                 return table.finish();
             }});
        EXPECT_EQ(bot.count("rejected"), 1);
    }
}
