#include "answer.hpp"

#include <gtest/gtest.h>

#include <lawspeaker/errors.hpp>
#include <lawspeaker/version.hpp>

#include "messages.hpp"

using lawspeaker::Decision;
using lawspeaker::hello_of;
using lawspeaker::is_utf8;
using lawspeaker::Match;
using lawspeaker::Picks;
using lawspeaker::Profile;
using lawspeaker::written_down;
using lawspeaker::WrongBot;
using lawspeaker::WrongPicks;

TEST(Hello, SaysWhatTheProfileSays) {
    const auto hello = hello_of({.name = "eager", .version = "2", .games = {"northgard"}, .max_matches = 8}, "secret");
    EXPECT_EQ(hello.protocol(), 1U);
    EXPECT_EQ(hello.token(), "secret");
    EXPECT_EQ(hello.bot(), "eager");
    EXPECT_EQ(hello.version(), "2");
    EXPECT_EQ(hello.sdk(), "cpp/0.1.0");
    EXPECT_EQ(hello.games(0), "northgard");
    EXPECT_EQ(hello.max_matches(), 8U);
    EXPECT_FALSE(hello.text());
    EXPECT_TRUE(hello.batches());
}

TEST(Hello, NeedsANameAndTextThatCanBeSent) {
    EXPECT_THROW(hello_of({}, ""), WrongBot);
    EXPECT_THROW(hello_of({.name = "caf\xe9"}, ""), WrongBot);
    EXPECT_THROW(hello_of({.name = "bot", .games = {"\xff"}}, ""), WrongBot);
    EXPECT_THROW(hello_of({.name = "bot", .challengers = {"\xff"}}, ""), WrongBot);
    EXPECT_NO_THROW(hello_of({.name = "café"}, ""));
}

TEST(Answer, HasThePicksInTheirOrderAndTheRemark) {
    const Match match(a_match());
    Decision decision(a_decision(7), match);
    decision.annotate("why not");
    const auto answer = written_down(decision, {2, 0});
    EXPECT_EQ(answer.match_id(), "m");
    EXPECT_EQ(answer.decision_id(), 7U);
    EXPECT_EQ(Picks(answer.picks().begin(), answer.picks().end()), (Picks{2, 0}));
    EXPECT_EQ(answer.annotation(), "why not");
}

TEST(Answer, SaysWhoseItIsAndWhatItCost) {
    const Match match(a_match());
    Decision decision(a_decision(), match);
    EXPECT_EQ(written_down(decision, {0}).origin(), lawspeaker::v1::ANSWER_ORIGIN_UNSPECIFIED);
    decision.set_tokens(1200, 34);
    decision.set_origin(lawspeaker::v1::ANSWER_ORIGIN_REFUSAL);
    const auto answer = written_down(decision, {0});
    EXPECT_EQ(answer.input_tokens(), 1200U);
    EXPECT_EQ(answer.output_tokens(), 34U);
    EXPECT_EQ(answer.origin(), lawspeaker::v1::ANSWER_ORIGIN_REFUSAL);
}

TEST(Answer, ResignsWithoutPicks) {
    const Match match(a_match());
    Decision decision(a_decision(), match);
    EXPECT_FALSE(written_down(decision, {0}).resign());
    decision.resign();
    const auto answer = written_down(decision, {0});
    EXPECT_TRUE(answer.resign());
    EXPECT_EQ(answer.picks_size(), 0);
}

TEST(Answer, HasNoMoreOfARemarkThanARecordKeeps) {
    const Match match(a_match());
    Decision decision(a_decision(), match);
    std::string remark = "x";
    for (int number = 0; number < 50'000; ++number) remark += "ä";
    decision.annotate(remark);
    EXPECT_EQ(written_down(decision, {0}).annotation(), remark.substr(0, 4095));
}

TEST(Answer, RefusesAPickThatIsNoIndexAndARemarkThatIsNoText) {
    const Match match(a_match());
    Decision decision(a_decision(), match);
    try {
        written_down(decision, {static_cast<std::size_t>(-1)});
        FAIL();
    } catch (const WrongPicks& error) {
        EXPECT_STREQ(error.what(),
                     "decide() returned 18446744073709551615 for test.one; it must return indices of options, which "
                     "are below 4");
    }
    decision.annotate("\xc3(");
    EXPECT_THROW(written_down(decision, {0}), WrongBot);
}

TEST(Utf8, IsToldFromWhatIsNone) {
    for (const char* text : {"", "plain", "é", "€", "\xf0\x9f\xbb\x80", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"})
        EXPECT_TRUE(is_utf8(text)) << text;
    for (const char* text : {"\x80", "\xc0\x80", "\xc3", "\xe2\x82", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
                             "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "ok\xff"})
        EXPECT_FALSE(is_utf8(text)) << text;
}
