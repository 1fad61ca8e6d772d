#include <gtest/gtest.h>

#include <future>
#include <latch>
#include <stdexcept>

#include "scripted.hpp"

namespace v1 = lawspeaker::v1;
using lawspeaker::Decision;
using lawspeaker::Picks;
using Seen = std::vector<std::string>;

namespace {

/// Waits for a word before it decides.
class Held : public Fickle {
public:
    Picks decide(Decision& decision) override {
        if (decision.decision_id() == 1) {
            if (!thinking.try_wait()) thinking.count_down();
            go.wait();
        }
        left = decision.time_left();
        return Fickle::decide(decision);
    }
    std::latch thinking{1};
    std::latch go{1};
    std::optional<std::chrono::milliseconds> left;
};

grpc::Status end_quietly() { return grpc::Status::OK; }
grpc::Status break_off() { return cut(); }
grpc::Status kill_server() { throw Killed(); }

}  // namespace

TEST(Reconnect, SendsAnAnswerThatMayBeLostAgainAsItWasWithoutAskingTheBot) {
    for (const auto lose : {end_quietly, break_off, kill_server}) {
        Fickle bot;
        v1::Hello hello;
        v1::Answer answer;
        const Script first = [&](Table& table) {
            hello = table.hello();
            table.start();
            table.ask();
            answer = table.answer();
            return lose();
        };
        const Script second = [&](Table& table) {
            EXPECT_EQ(table.hello().SerializeAsString(), hello.SerializeAsString());
            table.start();
            v1::DecisionRequest again = a_decision();
            again.set_time_left_ms(700);
            again.set_last_charged_us(5);
            table.ask(again);
            EXPECT_EQ(table.answer().SerializeAsString(), answer.SerializeAsString());
            table.ask(a_decision(2));
            EXPECT_EQ(table.answer().picks(0), 2U);
            return table.finish();
        };
        play(bot, {first, second}, {.token = "secret"});
        EXPECT_EQ(bot.seen(), (Seen{"started m", "decide 1", "resumed m", "decide 2", "over m"}));
    }
}

TEST(Reconnect, FindsAServerThatDiesAndComesBackOnItsPortAgainAndAgain) {
    std::vector<Script> scripts;
    for (std::uint64_t number = 1; number <= 5; ++number)
        scripts.emplace_back([number](Table& table) -> grpc::Status {
            table.hello();
            table.start();
            table.ask(a_decision(number));
            EXPECT_EQ(table.answer().picks(0), number % 4);
            throw Killed();
        });
    scripts.emplace_back([](Table& table) {
        table.hello();
        table.start();
        return table.finish();
    });
    Fickle bot;
    play(bot, scripts, {}, true);
    EXPECT_EQ(bot.count("started m"), 1);
    EXPECT_EQ(bot.count("resumed m"), 5);
}

TEST(Reconnect, LetsTheBotThinkOnAndAnswersOnTheNewStream) {
    Held bot;
    const Script first = [&](Table& table) -> grpc::Status {
        table.hello();
        table.start();
        v1::DecisionRequest request = a_decision();
        request.set_time_left_ms(1000);
        table.ask(request);
        bot.thinking.wait();
        throw Killed();
    };
    const Script second = [&](Table& table) {
        table.hello();
        table.start();
        v1::DecisionRequest request = a_decision();
        request.set_time_left_ms(90'000);
        table.ask(request);
        table.say(v1::PlayResponse());
        std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the bot's clock is set by the request
        bot.go.count_down();
        EXPECT_EQ(table.answer().picks(0), 1U);
        table.ask(a_decision(2));
        EXPECT_EQ(table.answer().decision_id(), 2U) << "nothing is answered twice on one stream";
        return table.finish();
    };
    play(bot, {first, second});
    EXPECT_EQ(bot.seen(), (Seen{"started m", "decide 1", "resumed m", "decide 2", "over m"}));
}

TEST(Reconnect, KeepsAThoughtThatEndsWhileTheConnectionIsLost) {
    Held bot;
    const Script first = [&](Table& table) {
        table.hello();
        table.start();
        table.ask();
        bot.thinking.wait();
        return cut();
    };
    const Script second = [&](Table& table) {
        table.read_hello();
        bot.go.count_down();
        return cut(grpc::StatusCode::UNAVAILABLE, "not yet");
    };
    const Script third = [](Table& table) {
        table.hello();
        table.start();
        table.ask();
        EXPECT_EQ(table.answer().picks(0), 1U);
        return table.finish();
    };
    play(bot, {first, second, third});
    EXPECT_EQ(bot.count("decide"), 1);
}

TEST(Reconnect, SupersedesADecisionThatIsBeingThoughtAboutByANewerOne) {
    Held bot;
    const Script first = [&](Table& table) {
        table.hello();
        table.start();
        table.ask(a_decision(1));
        bot.thinking.wait();
        return cut();
    };
    const Script second = [&](Table& table) {
        table.hello();
        table.start();
        table.ask(a_decision(2));
        bot.go.count_down();
        EXPECT_EQ(table.answer().decision_id(), 2U) << "the first one has its default by now";
        return table.finish();
    };
    play(bot, {first, second});
    EXPECT_EQ(bot.seen(), (Seen{"started m", "decide 1", "resumed m", "decide 2", "over m"}));
}

TEST(Reconnect, PutsAnotherQuestionUnderTheSameIdToTheBot) {
    std::vector<v1::DecisionRequest> others(4, a_decision());
    others[0].set_option_count(3);
    others[1].set_prompt("test.other");
    others[2].set_default_picks(0, 2);
    others[3].mutable_view()->set_value("seen");
    for (const auto& other : others) {
        Fickle bot;
        const Script first = [](Table& table) {
            table.hello();
            table.start();
            table.ask();
            EXPECT_EQ(table.answer().picks(0), 1U);
            return cut();
        };
        const Script second = [&](Table& table) {
            table.hello();
            table.start();
            table.ask(other);
            EXPECT_EQ(table.answer().picks(0), 2U);
            return table.finish();
        };
        play(bot, {first, second});
    }
}

TEST(Reconnect, SendsAnAnswerAgainThatHungHalfWrittenWhenTheStreamBroke) {
    class Wordy : public Fickle {
        Picks decide(Decision& decision) override {
            const Picks picks = Fickle::decide(decision);
            decision.annotate(std::string(900'000, 'x'));  // more than a peer takes that does not read
            deciding.count_down();
            return picks;
        }

    public:
        std::latch deciding{1};
    } bot;
    const Script first = [&](Table& table) {
        table.hello();
        table.start();
        table.ask();
        bot.deciding.wait();
        return cut();
    };
    const Script second = [](Table& table) {
        table.hello();
        table.start();
        table.ask();
        EXPECT_EQ(table.answer().picks(0), 1U);
        return table.finish();
    };
    play(bot, {first, second});
    EXPECT_EQ(bot.seen(), (Seen{"started m", "decide 1", "resumed m", "over m"}));
}

TEST(Reconnect, RethrowsAtOnceWhatTheBotThrowsWhileTheConnectionIsLost) {
    class Buggy : public Held {
        Picks decide(Decision&) override {
            go.wait();
            throw std::domain_error("my own mistake");
        }
    } bot;
    const Script first = [](Table& table) {
        table.hello();
        table.start();
        table.ask();
        return cut();
    };
    const Script silent = [&](Table& table) {
        table.read_hello();
        bot.go.count_down();
        table.wait_until_cancelled();
        return grpc::Status::OK;
    };
    EXPECT_THROW(play(bot, {first, silent}), std::domain_error);
}
