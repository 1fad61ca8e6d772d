#include <gtest/gtest.h>

#include <algorithm>
#include <lawspeaker/chance.hpp>
#include <stdexcept>
#include <vector>

using lawspeaker::Chance;

TEST(Chance, DrawsTheNumbersThatTheProtocolNames) {
    Chance chance("0/m/2/7");
    EXPECT_EQ(chance(), 0x855dffe684f91967);
    EXPECT_EQ(chance(), 0x0d3e363f9f426546);
    EXPECT_EQ(chance(), 0xdaa9f36b948b0cff);
    EXPECT_EQ(chance.below(6), 4U);
    EXPECT_EQ(chance.distinct(5, 3), (std::vector<std::size_t>{2, 1, 3}));
}

TEST(Chance, DrawsAgainWhatIsLeftOverSoThatEveryNumberIsAsLikely) {
    // Above 2^63 about every second word is left over: the reference takes the first one that is not.
    const std::uint64_t count = (std::uint64_t{1} << 63) + 1;
    for (int name = 0; name < 50; ++name) {
        Chance words(std::to_string(name));
        std::uint64_t word = words();
        while (word >= count) word = words();
        EXPECT_EQ(Chance(std::to_string(name)).below(count), word);
    }
}

TEST(Chance, TakesEveryPlaceAboutEquallyOften) {
    Chance chance("fair");
    std::vector<int> taken(4);
    for (int i = 0; i < 4000; ++i)
        for (const std::size_t place : chance.distinct(4, 2)) ++taken[place];
    for (const int often : taken) EXPECT_NEAR(often, 2000, 150);
}

TEST(Chance, RefusesWhatCannotBeDrawn) {
    Chance chance("m");
    EXPECT_THROW(chance.below(0), std::invalid_argument);
    EXPECT_THROW(chance.distinct(2, 3), std::invalid_argument);
    EXPECT_TRUE(chance.distinct(0, 0).empty());
}

TEST(Chance, IsAGeneratorOfTheStandardLibrary) {
    static_assert(std::uniform_random_bit_generator<Chance>);
    std::vector<int> cards{1, 2, 3, 4, 5};
    std::ranges::shuffle(cards, Chance("deck"));
    std::ranges::sort(cards);
    EXPECT_EQ(cards, (std::vector<int>{1, 2, 3, 4, 5}));
}
