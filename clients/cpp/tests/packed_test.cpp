#include <google/protobuf/duration.pb.h>
#include <google/protobuf/timestamp.pb.h>
#include <gtest/gtest.h>
#include <lawspeaker/northgard/v1/northgard.pb.h>

#include <lawspeaker/decision.hpp>
#include <lawspeaker/errors.hpp>
#include <lawspeaker/packed.hpp>

#include "messages.hpp"

namespace ng = lawspeaker::northgard::v1;
using google::protobuf::Any;
using google::protobuf::Duration;
using google::protobuf::Timestamp;
using lawspeaker::Decision;
using lawspeaker::Match;
using lawspeaker::NoStubs;
using lawspeaker::Packed;
using lawspeaker::unpack;

namespace {

/// A message of no game of ours.
Any five_seconds() {
    Duration duration;
    duration.set_seconds(5);
    Any any;
    any.PackFrom(duration);
    return any;
}

}  // namespace

TEST(Packed, ComesOutAsTheMessageOfAnyGameThatTheBotIsBuiltWith) {
    const Any any = five_seconds();
    EXPECT_EQ(unpack<Duration>(any).seconds(), 5);
    const Packed packed(any);
    const Duration& first = packed.as<Duration>();
    EXPECT_EQ(first.seconds(), 5);
    EXPECT_EQ(&first, &packed.as<Duration>()) << "it is read once";
}

TEST(Packed, NamesBothTypesWhereTheyDiffer) {
    const Any any = five_seconds();
    try {
        Packed(any).as<Timestamp>();
        FAIL();
    } catch (const NoStubs& error) {
        EXPECT_STREQ(error.what(),
                     "the message is google.protobuf.Duration, not google.protobuf.Timestamp: look at match().game() "
                     "first, or name the bot's games in its profile");
    }
    EXPECT_THROW(unpack<Timestamp>(Any()), NoStubs);
}

TEST(Packed, SaysThatAMessageIsDamaged) {
    Any any = five_seconds();
    any.set_value("\xff");
    EXPECT_THROW(unpack<Duration>(any), NoStubs);
}

TEST(Decision, HasTheVerbsOfItsGameForOptionsAndNoneWhereThereAreNone) {
    const Match match(a_match());
    lawspeaker::v1::DecisionRequest request = a_decision();
    EXPECT_TRUE(Decision(request, match).options<ng::Options>().empty());
    ng::Options options;
    options.add_options()->mutable_play_card()->set_card(7);
    options.add_options()->mutable_pass();
    request.mutable_options()->PackFrom(options);
    const Decision decision(request, match);
    ASSERT_EQ(decision.options<ng::Options>().size(), 2);
    EXPECT_EQ(decision.options<ng::Options>()[0].play_card().card(), 7U);
    EXPECT_TRUE(decision.options<ng::Options>()[1].has_pass());
    EXPECT_THROW(decision.view<ng::View>(), NoStubs);
}
