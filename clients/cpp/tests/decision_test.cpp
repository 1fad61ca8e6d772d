#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <lawspeaker/decision.hpp>
#include <lawspeaker/result.hpp>
#include <set>

#include "messages.hpp"

namespace v1 = lawspeaker::v1;
using lawspeaker::Clock;
using lawspeaker::Decision;
using lawspeaker::Match;
using lawspeaker::Picks;
using lawspeaker::Rejection;
using lawspeaker::Result;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST(Match, SaysWhatIsPlayedAndByWhom) {
    v1::MatchStarted started = a_match("m", 1);
    auto* years = started.mutable_setup()->add_options();
    years->set_name("years");
    years->set_value("10");
    const Match match(started);
    EXPECT_EQ(match.game(), "test");
    EXPECT_EQ(match.players(), 2U);
    EXPECT_EQ(match.seat(), 1U);
    EXPECT_EQ(match.options().at("years"), "10");
    EXPECT_EQ(match.bots(), (std::vector<std::string>{"one", "two"}));
}

TEST(Match, TellsItsWholeClock) {
    v1::MatchStarted started = a_match();
    v1::ClockSettings* clock = started.mutable_clock();
    clock->set_move_ms(2000);
    clock->set_bank_ms(30'000);
    clock->set_increment_ms(500);
    clock->set_first_move_ms(0);
    clock->set_connect_ms(10'000);
    clock->set_reconnect_ms(60'000);
    clock->set_lag_compensation_ms(50);
    const Clock expected{.move = milliseconds(2000),
                         .bank = milliseconds(30'000),
                         .increment = milliseconds(500),
                         .first = milliseconds(0),
                         .reaction = milliseconds(2000),
                         .connect = milliseconds(10'000),
                         .reconnect = milliseconds(60'000),
                         .lag = milliseconds(50)};
    EXPECT_EQ(Match(started).clock(), expected);
}

TEST(Match, OfAnOlderRefereeHasTheTimeOfAMoveForItsClock) {
    EXPECT_EQ(Match(a_match()).clock(), Clock{});
    v1::MatchStarted started = a_match();
    started.set_move_time_ms(1500);
    const milliseconds move(1500);
    EXPECT_EQ(Match(started).clock(), (Clock{.move = move, .first = move, .reaction = move}));
}

TEST(Decision, HasTheDefaultAndTheBankAndWhatTheLastAnswerWasCharged) {
    const Match match(a_match());
    v1::DecisionRequest request = a_decision();
    request.set_bank_left_ms(12'500);
    request.set_last_charged_us(2500);
    const Decision decision(request, match);
    EXPECT_EQ(decision.default_picks(), Picks{3});
    EXPECT_EQ(decision.bank_left(), milliseconds(12'500));
    EXPECT_EQ(decision.last_charged(), microseconds(2500));
}

TEST(Decision, RunsDownToNoTimeAndNeverBelow) {
    const Match match(a_match());
    v1::DecisionRequest request = a_decision();
    EXPECT_EQ(Decision(request, match).time_left(), std::nullopt);
    request.set_time_left_ms(2000);
    Decision decision(request, match);
    const auto now = steady_clock::now();
    decision.asked_again(request, now);
    EXPECT_EQ(decision.time_left(now + milliseconds(500)), milliseconds(1500));
    EXPECT_EQ(decision.time_left(now + milliseconds(9000)), milliseconds(0));
}

TEST(Decision, ThatIsAskedAgainHasTheNewerClock) {
    const Match match(a_match());
    v1::DecisionRequest request = a_decision();
    request.set_time_left_ms(2000);
    Decision decision(request, match);
    request.set_time_left_ms(900);
    request.set_bank_left_ms(700);
    const auto now = steady_clock::now();
    decision.asked_again(request, now);
    EXPECT_EQ(decision.time_left(now), milliseconds(900));
    EXPECT_EQ(decision.bank_left(), milliseconds(700));
}

TEST(Decision, DrawsBySeedMatchSeatAndDecisionAndNothingElse) {
    const auto drawn = [](const std::string& match_id, std::uint32_t seat, std::uint64_t decision_id) {
        const Match match(a_match(match_id, seat));
        return Decision(a_decision(decision_id, match_id), match).random()();
    };
    unsetenv("LAWSPEAKER_BOT_SEED");
    EXPECT_EQ(drawn("m", 2, 7), 0x855dffe684f91967);
    std::set<std::uint64_t> all{drawn("m", 2, 7), drawn("n", 2, 7), drawn("m", 1, 7), drawn("m", 2, 8)};
    setenv("LAWSPEAKER_BOT_SEED", "", 1);
    EXPECT_EQ(drawn("m", 2, 7), 0x855dffe684f91967);
    setenv("LAWSPEAKER_BOT_SEED", "1", 1);
    all.insert(drawn("m", 2, 7));
    unsetenv("LAWSPEAKER_BOT_SEED");
    EXPECT_EQ(all.size(), 5U);
}

TEST(Result, GivesTheBotsOwnRankAndNoneOfAVoidMatch) {
    const Match match(a_match("m", 1));
    v1::MatchOver over;
    for (const std::uint32_t rank : {2, 1}) over.mutable_outcome()->add_ranks(rank);
    for (const std::int32_t score : {-5, 9}) over.mutable_outcome()->add_scores(score);
    const Result result(over, match);
    EXPECT_EQ(result.rank, 1U);
    EXPECT_EQ(result.scores, (std::vector<std::int32_t>{-5, 9}));
    v1::MatchOver voided;
    voided.set_void_reason("the referee stopped");
    EXPECT_EQ(Result(voided, match).rank, std::nullopt);
    EXPECT_EQ(Result(voided, match).void_reason, "the referee stopped");
}

TEST(Rejection, SaysWhetherItsDecisionIsStillOpen) {
    const auto rejection = [](v1::RejectReason reason) {
        v1::AnswerRejected rejected;
        rejected.set_reason(reason);
        return Rejection(rejected, nullptr);
    };
    for (const auto reason : {v1::REJECT_REASON_WRONG_COUNT, v1::REJECT_REASON_OUT_OF_RANGE,
                              v1::REJECT_REASON_DUPLICATE_PICK, v1::REJECT_REASON_MALFORMED})
        EXPECT_TRUE(rejection(reason).open());
    for (const auto reason : {v1::REJECT_REASON_STALE, v1::REJECT_REASON_DISQUALIFIED, v1::REJECT_REASON_UNKNOWN_MATCH,
                              v1::REJECT_REASON_UNKNOWN_DECISION, v1::RejectReason(99)})
        EXPECT_FALSE(rejection(reason).open());
    EXPECT_TRUE(rejection(v1::REJECT_REASON_STALE).late());
    EXPECT_TRUE(rejection(v1::REJECT_REASON_DISQUALIFIED).disqualified());
}
