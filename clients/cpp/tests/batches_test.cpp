#include <gtest/gtest.h>

#include <algorithm>
#include <lawspeaker/errors.hpp>
#include <latch>
#include <string>
#include <utility>
#include <vector>

#include "scripted.hpp"

namespace v1 = lawspeaker::v1;
using lawspeaker::Decision;
using lawspeaker::Picks;
using Messages = std::vector<std::vector<v1::Answer>>;
using Seen = std::vector<std::string>;

namespace {

constexpr std::size_t kMatches = 130;
constexpr std::size_t kMost = 64;
constexpr std::size_t kBytes = 32 << 10;
constexpr std::size_t kBlocking = 900'000;  // more than a peer takes that does not read

const std::vector<std::string>& matches() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> made;
        for (std::size_t number = 0; number < kMatches; ++number) made.push_back(std::to_string(1000 + number));
        return made;
    }();
    return names;
}

/// Counts the rejections that its matches are told, each after its answer was handed over.
class Crowd : public Fickle {
public:
    explicit Crowd(std::size_t annotation) : Fickle(kMatches + 1), annotation_(annotation) {}

    Picks decide(Decision& decision) override {
        if (decision.match_id() == "long") return Picks(kBlocking / 5, 0xFFFFFFFF);
        decision.annotate(std::string(annotation_, 'x'));
        return decision.default_picks();
    }

    void rejected(const lawspeaker::Rejection& rejection) override {
        (rejection.match_id == "long" ? blocked : handed_over).count_down();
    }

    std::latch blocked{1};
    std::latch handed_over{kMatches};

private:
    const std::size_t annotation_;
};

/// Begins a match and asks it; the rejection of a decision that was never asked comes after it has answered.
void ask(Table& table, const std::string& match_id) {
    table.start(a_match(match_id));
    table.ask(a_decision(7, match_id));
    table.reject(1, v1::REJECT_REASON_STALE, match_id);
}

/// Reads an answer of every match, by message.
Messages read_answers(Table& table) {
    Messages messages;
    Seen answered;
    while (answered.size() < kMatches && !testing::Test::HasFailure()) {
        messages.push_back(table.answers());
        for (const v1::Answer& answer : messages.back()) answered.push_back(answer.match_id());
    }
    std::ranges::sort(answered);
    EXPECT_EQ(answered, matches());
    return messages;
}

/// Asks all matches in one message, and reads nothing before all have answered: the answer of another one is in the
/// way.
Messages play_together(Table& table, Crowd& bot) {
    ask(table, "long");
    bot.blocked.wait();
    table.together([&] {
        for (const std::string& match_id : matches()) ask(table, match_id);
    });
    bot.handed_over.wait();
    EXPECT_EQ(table.answer().match_id(), "long");
    return read_answers(table);
}

void finish(Table& table) {
    table.together([&] {
        for (const std::string& match_id : matches()) table.over(match_id);
        table.over("long");
        table.goodbye();
    });
}

Messages messages_of(bool batches, std::size_t annotation = 0) {
    Crowd bot(annotation);
    Messages messages;
    play(bot, {[&](Table& table) {
             EXPECT_TRUE(table.hello(batches).batches());
             messages = play_together(table, bot);
             finish(table);
             return grpc::Status::OK;
         }});
    EXPECT_EQ(bot.count("over "), kMatches + 1);
    return messages;
}

std::vector<std::size_t> sizes(const Messages& messages) {
    std::vector<std::size_t> counts;
    for (const auto& answers : messages) counts.push_back(answers.size());
    return counts;
}

}  // namespace

TEST(Batches, HaveTheAnswersThatAreReadyTogetherAtMost64) {
    EXPECT_EQ(sizes(messages_of(true)), (std::vector<std::size_t>{kMost, kMost, kMatches - 2 * kMost}));
}

TEST(Batches, AreNotSentToARefereeThatDoesNotTakeThem) { EXPECT_EQ(messages_of(false).size(), kMatches); }

TEST(Batches, HaveAtMost32KiB) {
    const Messages messages = messages_of(true, 2000);
    for (const auto& answers : messages) {
        std::size_t bytes = 0;
        for (const v1::Answer& answer : answers) bytes += answer.ByteSizeLong();
        EXPECT_LE(bytes, kBytes);
    }
    EXPECT_EQ(std::ranges::max(sizes(messages)), kBytes / 2020);
}

TEST(Batches, BringRejectionsThatAreAnsweredWithTheDefault) {
    Fickle bot(2);
    testing::internal::CaptureStderr();
    play(bot, {[](Table& table) {
             table.hello();
             table.together([&] {
                 for (const char* match_id : {"a", "b"}) {
                     table.start(a_match(match_id));
                     table.ask(a_decision(1, match_id));
                 }
             });
             table.answer();
             table.answer();
             table.together([&] {
                 table.reject(1, v1::REJECT_REASON_WRONG_COUNT, "a");
                 table.reject(1, v1::REJECT_REASON_STALE, "b");
             });
             const v1::Answer instead = table.answer();
             EXPECT_EQ(instead.match_id(), "a");
             EXPECT_EQ(instead.picks(0), 3U);
             table.together([&] {
                 table.over("a");
                 table.over("b");
                 table.goodbye();
             });
             return grpc::Status::OK;
         }});
    testing::internal::GetCapturedStderr();
    EXPECT_EQ(bot.count("rejected"), 2);
}

TEST(Batches, MayBringWelcomeWithWhatFollows) {
    Fickle bot;
    play(bot, {[](Table& table) {
             table.read_hello();
             table.together([] {});
             table.together([&] {
                 v1::PlayResponse welcome;
                 welcome.mutable_welcome()->set_protocol(1);
                 table.say(welcome);
                 table.start();
                 table.ask();
             });
             EXPECT_EQ(table.answer().decision_id(), 1U);
             return table.finish();
         }});
    EXPECT_EQ(bot.seen(), (Seen{"started m", "decide 1", "over m"}));
}

TEST(Batches, WithinBatchesArePassedOverLikeAnyUnknownMessage) {
    Fickle bot;
    play(bot, {[](Table& table) {
             table.hello(true);
             table.start();
             table.together([&] { table.together([&] { table.ask(a_decision(1)); }); });
             table.ask(a_decision(2));
             EXPECT_EQ(table.answer().decision_id(), 2U);
             return table.finish();
         }});
    EXPECT_EQ(bot.seen(), (Seen{"started m", "decide 2", "over m"}));
}

TEST(Batches, WithinBatchesAreNoWelcome) {
    Fickle bot;
    const Script script = [](Table& table) {
        table.read_hello();
        table.together([&] { table.together([&] { table.start(); }); });
        table.wait_until_cancelled();
        return grpc::Status::OK;
    };
    EXPECT_THROW(play(bot, {script}), lawspeaker::Refused);
}

TEST(Batches, AreSentAsTheNewestWelcomeSays) {
    Crowd bot(0);
    const Script first = [&](Table& table) {
        table.hello(true);
        EXPECT_EQ(play_together(table, bot).size(), 3U);
        return cut();
    };
    const Script second = [&](Table& table) {
        table.hello(false);
        table.together([&] {
            for (const std::string& match_id : matches()) {
                table.start(a_match(match_id));
                table.ask(a_decision(7, match_id));  // answered already, so that the answers are ready at once
            }
        });
        EXPECT_EQ(read_answers(table).size(), kMatches);
        finish(table);
        return grpc::Status::OK;
    };
    testing::internal::CaptureStderr();
    play(bot, {first, second});
    EXPECT_NE(testing::internal::GetCapturedStderr().find("connected again"), std::string::npos);
}
