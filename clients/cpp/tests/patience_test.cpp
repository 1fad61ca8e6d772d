#include "patience.hpp"

#include <gtest/gtest.h>

#include <vector>

using lawspeaker::Backoff;
using lawspeaker::Patience;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

const Patience::Time kNow{seconds(1000)};

Patience patience(milliseconds within, double drawn) {
    return {within, Backoff{.draw = [drawn] { return drawn; }}};
}

}  // namespace

TEST(Patience, DoublesThePausesFromFirstToLongestAndCutsThemByUpToAHalf) {
    Patience whole = patience(seconds(60), 0);
    Patience cut = patience(seconds(60), 1);
    whole.lost(kNow, seconds(0), false);
    cut.lost(kNow, seconds(0), false);
    for (const int expected : {100, 200, 400, 800, 1600, 3200, 5000, 5000}) {
        EXPECT_EQ(whole.wait(kNow), milliseconds(expected));
        EXPECT_EQ(cut.wait(kNow), milliseconds(expected / 2));
    }
}

TEST(Patience, TriesLastWhenTheTimeIsUp) {
    Patience patience = ::patience(seconds(1), 0);
    patience.lost(kNow, seconds(0), false);
    EXPECT_EQ(patience.wait(kNow + milliseconds(950)), milliseconds(50));
    EXPECT_EQ(patience.wait(kNow + milliseconds(1000)), std::nullopt);
}

TEST(Patience, CountsAStreamThatBrokeSoonAndLedToNothingAsATryThatFailed) {
    struct Case {
        milliseconds held;
        bool progress;
        bool fresh;
    };
    for (const auto& [held, progress, fresh] :
         {Case{milliseconds(5000), false, false}, {milliseconds(0), true, true}, {milliseconds(5001), false, true}}) {
        Patience patience = ::patience(seconds(60), 0);
        patience.lost(kNow, seconds(0), false);
        patience.wait(kNow);
        patience.lost(kNow + seconds(50), held, progress);
        EXPECT_EQ(patience.wait(kNow + seconds(50)), milliseconds(fresh ? 100 : 200));
        EXPECT_EQ(patience.wait(kNow + seconds(60)).has_value(), fresh);
    }
}

TEST(Patience, DrawsDifferentPausesWhereNothingElseIsSaid) {
    std::vector<Patience::Duration> pauses;
    for (int i = 0; i < 8; ++i) {
        Patience patience(seconds(60), {});
        patience.lost(kNow, seconds(0), false);
        pauses.push_back(*patience.wait(kNow));
        EXPECT_GE(pauses.back(), milliseconds(50));
        EXPECT_LE(pauses.back(), milliseconds(100));
    }
    EXPECT_NE(pauses, std::vector<Patience::Duration>(8, pauses.front()));
}
