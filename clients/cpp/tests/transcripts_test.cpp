#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>
#include <lawspeaker/clansmen/v1/clansmen.pb.h>
#include <lawspeaker/northgard/v1/northgard.pb.h>
#include <lawspeaker/pax_viking/v1/pax_viking.pb.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <lawspeaker/bot.hpp>
#include <lawspeaker/errors.hpp>
#include <lawspeaker/run.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "transcript_player.hpp"

namespace cl = lawspeaker::clansmen::v1;
namespace ng = lawspeaker::northgard::v1;
namespace pv = lawspeaker::pax_viking::v1;
namespace v1 = lawspeaker::v1;
using lawspeaker::Decision;
using lawspeaker::Picks;
using std::chrono::milliseconds;

namespace {

/// A bot as the header of a transcript says, which counts what it is told.
class Counting : public lawspeaker::Bot {
public:
    Counting(const v1::TranscriptHeader& header, const v1::Hello& hello)
        : Bot({.name = header.bot(),
               .version = header.version(),
               .games = {header.games().begin(), header.games().end()},
               .max_matches = header.max_matches(),
               .text = hello.text(),
               .positions = hello.positions(),
               .challengers = {hello.challengers().begin(), hello.challengers().end()}}),
          conduct_(header.conduct()) {}

    Picks decide(Decision& decision) override {
        ++decisions;
        if (decision.match().game() == "northgard") look_at<ng::Options, ng::View, ng::Catalogue>(decision);
        if (decision.match().game() == "clansmen") look_at<cl::Options, cl::View, cl::Catalogue>(decision);
        if (decision.match().game() == "pax_viking") look_at<pv::Options, pv::View, pv::Catalogue>(decision);
        const auto lines = static_cast<std::size_t>(decision.text().options_size());
        EXPECT_EQ(lines, profile().text ? decision.option_count() : 0);
        EXPECT_NE(decision.position().empty(), profile().positions);
        EXPECT_NE(decision.match().unrated(), profile().challengers.empty());
        if (conduct_ == v1::CONDUCT_DEFAULT) return decision.default_picks();
        lawspeaker::Chance chance = decision.random();
        const std::size_t count = decision.least() + chance.below(decision.most() - decision.least() + 1);
        return chance.distinct(decision.option_count(), count);
    }
    void resumed(const lawspeaker::Match&) override { ++resumptions; }
    void over(const lawspeaker::Result&) override { ++overs; }
    void rejected(const lawspeaker::Rejection&) override { ++rejections; }

    std::atomic<std::uint32_t> decisions = 0, resumptions = 0, overs = 0, rejections = 0;

private:
    template <class Options, class View, class Catalogue>
    static void look_at(const Decision& decision) {
        EXPECT_EQ(static_cast<std::size_t>(decision.options<Options>().size()), decision.option_count());
        EXPECT_GT(decision.view<View>().players_size(), 0);
        EXPECT_GT(decision.catalogue<Catalogue>().ByteSizeLong(), 0U);
    }

    v1::Conduct conduct_;
};

std::vector<std::string> transcripts() {
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(TRANSCRIPTS))
        if (file.path().extension() == ".transcript") names.push_back(file.path().stem());
    std::ranges::sort(names);
    return names;
}

v1::RunEnding run_to_its_end(lawspeaker::Bot& bot, const lawspeaker::Options& options) {
    try {
        lawspeaker::run(bot, options);
        return v1::RUN_ENDING_DONE;
    } catch (const lawspeaker::Refused&) {
        return v1::RUN_ENDING_REFUSED;
    } catch (const lawspeaker::ConnectionLost&) {
        return v1::RUN_ENDING_LOST;
    }
}

/// How the bot introduces itself first.
v1::Hello first_hello(const std::vector<v1::TranscriptEntry>& entries) {
    for (const auto& entry : entries) {
        v1::PlayRequest request;
        if (entry.has_from_bot() && request.ParseFromString(entry.from_bot())) return request.hello();
    }
    return {};
}

class Transcript : public testing::TestWithParam<std::string> {};

}  // namespace

TEST_P(Transcript, IsPlayedAsItStands) {
    const auto entries = entries_of(std::string(TRANSCRIPTS) + "/" + GetParam() + ".transcript");
    const v1::TranscriptHeader& header = entries.front().header();
    const v1::RunEnds& expected = entries.back().run_ends();
    setenv("LAWSPEAKER_BOT_SEED", header.seed().c_str(), 1);

    TranscriptPlayer player(entries);
    const std::string address = "unix:" + testing::TempDir() + "lawspeaker-transcript-" + std::to_string(getpid());
    grpc::ServerBuilder builder;
    builder.AddListeningPort(address, grpc::InsecureServerCredentials());
    builder.RegisterService(&player);
    const auto server = builder.BuildAndStart();
    ASSERT_TRUE(server);

    Counting bot(header, first_hello(entries));
    const auto ending = run_to_its_end(bot, {.address = address,
                                             .reconnect_within = milliseconds(5000),
                                             .backoff = {.first = milliseconds(2), .longest = milliseconds(20)}});
    server->Shutdown(std::chrono::system_clock::now());
    EXPECT_EQ(player.mismatches(), "") << header.about();
    EXPECT_EQ(ending, expected.ending());
    EXPECT_EQ(bot.decisions, expected.decisions());
    EXPECT_EQ(bot.overs, expected.matches_over());
    EXPECT_EQ(bot.rejections, expected.rejections());
    EXPECT_EQ(bot.resumptions, expected.resumed());
}

TEST(Words, OfATranscriptMakeThePromptsThatStandBesideIt) {
    std::string prompts;
    for (const auto& entry : entries_of(std::string(TRANSCRIPTS) + "/text.transcript")) {
        v1::PlayResponse said;
        ASSERT_TRUE(said.ParseFromString(entry.from_referee()));
        if (said.has_decision_request()) prompts += lawspeaker::prompt(said.decision_request().text()) + "\n";
    }
    std::ifstream file(std::string(TRANSCRIPTS) + "/text.prompts");
    std::stringstream expected;
    expected << file.rdbuf();
    EXPECT_EQ(prompts, expected.str());
}

INSTANTIATE_TEST_SUITE_P(All, Transcript, testing::ValuesIn(transcripts()), [](const auto& info) {
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
});
