#include <gtest/gtest.h>
#include <lawspeaker/v1/referee_service.pb.h>

#include <fstream>
#include <lawspeaker/clansmen.hpp>
#include <lawspeaker/northgard.hpp>
#include <lawspeaker/packed.hpp>
#include <lawspeaker/pax_viking.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "transcript_player.hpp"

namespace cl = lawspeaker::clansmen;
namespace ng = lawspeaker::northgard;
namespace pv = lawspeaker::pax_viking;
namespace v1 = lawspeaker::v1;

namespace {

const std::string kTranscripts = TRANSCRIPTS "/";

/// View and catalogue of the question in the middle of a transcript.
template <class View, class Catalogue>
std::pair<View, Catalogue> middle(const std::string& name) {
    v1::MatchStarted started;
    std::vector<v1::DecisionRequest> asked;
    for (const v1::TranscriptEntry& entry : entries_of(kTranscripts + name + ".transcript")) {
        v1::PlayResponse said;
        EXPECT_TRUE(said.ParseFromString(entry.from_referee()));
        if (said.has_match_started()) started = said.match_started();
        if (said.has_decision_request()) asked.push_back(said.decision_request());
    }
    return {lawspeaker::unpack<View>(asked.at(asked.size() / 2).view()),
            lawspeaker::unpack<Catalogue>(started.catalogue())};
}

std::string file_of(const std::string& name) {
    std::ifstream file(kTranscripts + name + ".map");
    return {std::istreambuf_iterator<char>(file), {}};
}

template <class Values, class Write>
std::string list(const Values& values, Write write) {
    std::ostringstream out;
    const char* between = "[";
    for (const auto& value : values) {
        out << between;
        write(out, value);
        between = ",";
    }
    return values.empty() ? "[]" : out.str() + "]";
}

std::string list(const std::vector<int>& values) {
    return list(values, [](std::ostream& out, int value) { out << value; });
}

template <class Value>
std::string or_dash(const std::optional<Value>& value) {
    return value ? std::to_string(static_cast<int>(*value)) : "-";
}

std::string lines_of(const ng::NorthgardMap& map) {
    std::ostringstream out;
    out << "seat " << or_dash(map.seat()) << " phase " << map.phase() << " hand " << list(map.hand()) << " enemies "
        << list(map.enemies()) << " own " << list(map.own()) << "\n";
    for (const auto& [id, t] : map.territories())
        out << "territory " << id << " owner " << or_dash(t.owner) << " units " << t.units << " kaija " << t.kaija
            << " food " << t.food << " wood " << t.wood << " lore " << t.lore << " lairs " << t.lairs << " size "
            << t.size << " open " << t.open_sides << " small " << t.small << " carved " << t.carved << " large "
            << t.large << " buildings "
            << list(t.buildings, [](auto& o, const auto& b) { o << b.number << "/" << b.id << "/" << b.space; })
            << " neighbours " << list(t.neighbours, [](auto& o, const auto& b) { o << b.territory << "/" << b.kind; })
            << " figures " << list(t.figures, [](auto& o, const auto& f) { o << f.figure(); }) << " creatures "
            << list(t.creatures) << "\n";
    return out.str();
}

std::string lines_of(const cl::ClansmenMap& map) {
    std::ostringstream out;
    out << "seat " << or_dash(map.seat()) << " phase " << map.phase() << " hand " << list(map.hand()) << " others "
        << list(map.others()) << " own " << list(map.own()) << "\n";
    for (const cl::MapHex& hex : map.hexes()) {
        out << "hex " << hex.number << " q " << hex.q << " r " << hex.r << " terrain " << or_dash(hex.terrain)
            << " settlement " << or_dash(hex.settlement) << " person ";
        if (hex.person)
            out << hex.person->seat << "/" << hex.person->kind << "/" << hex.person->weakened;
        else
            out << "-";
        out << " structures "
            << list(hex.structures, [](auto& o, const auto& s) { o << s.seat << "/" << s.number << "/" << s.id; })
            << " cards " << list(hex.cards) << " neighbours " << list(hex.neighbours) << " steps "
            << map.steps(0, hex.number) << "\n";
    }
    return out.str();
}

std::string lines_of(const pv::PaxVikingMap& map) {
    std::ostringstream out;
    out << "seat " << or_dash(map.seat()) << " phase " << map.phase() << " hand " << list(map.hand()) << " rivals "
        << list(map.rivals()) << " own " << list(map.own()) << " longships " << list(map.longships_of(*map.seat()))
        << "\n";
    for (const pv::MapPost& post : map.posts())
        out << "post " << post.number << " node " << post.node << " region " << post.region << " wind " << post.wind
            << " cost " << post.cost << " owner " << or_dash(post.owner) << " follower " << or_dash(post.follower)
            << " venture " << or_dash(post.venture) << "\n";
    for (const pv::MapNode& node : map.nodes())
        out << "node " << node.number << " region " << or_dash(node.region) << " post " << or_dash(node.post)
            << " home " << node.home << " neighbours " << list(node.neighbours) << " longships " << list(node.longships)
            << "\n";
    return out.str();
}

}  // namespace

TEST(Maps, OfNorthgardSayWhatTheFilesBesideTheTranscriptsSay) {
    for (const std::string name : {"northgard-random", "northgard-modules"}) {
        const auto [view, catalogue] = middle<ng::v1::View, ng::v1::Catalogue>(name);
        EXPECT_EQ(lines_of(ng::map(view, catalogue)), file_of(name));
    }
}

TEST(Maps, OfClansmenSayWhatTheFileBesideTheTranscriptSays) {
    const auto [view, catalogue] = middle<cl::v1::View, cl::v1::Catalogue>("clansmen-random");
    EXPECT_EQ(lines_of(cl::map(view, catalogue)), file_of("clansmen-random"));
}

TEST(Maps, OfPaxVikingSayWhatTheFileBesideTheTranscriptSays) {
    const auto [view, catalogue] = middle<pv::v1::View, pv::v1::Catalogue>("pax-viking-random");
    EXPECT_EQ(lines_of(pv::map(view, catalogue)), file_of("pax-viking-random"));
}

TEST(Maps, OfASpectatorHaveNoHandAndNoLandAndOnlyEnemies) {
    auto [view, catalogue] = middle<ng::v1::View, ng::v1::Catalogue>("northgard-random");
    view.set_seat(-1);
    const ng::NorthgardMap map = ng::map(view, catalogue);
    EXPECT_FALSE(map.seat());
    EXPECT_EQ(map.me(), nullptr);
    EXPECT_TRUE(map.hand().empty());
    EXPECT_TRUE(map.own().empty());
    EXPECT_EQ(map.enemies(), (std::vector{0, 1}));
}

TEST(Maps, NameNoTeammatesAsEnemiesAndNoPhaseOfALaterVersion) {
    auto [view, catalogue] = middle<ng::v1::View, ng::v1::Catalogue>("northgard-random");
    view.set_seat(1);
    view.set_teams(true);
    view.set_phase("siege");
    for (unsigned seat = 2; seat < 4; ++seat) view.add_players()->set_seat(seat);
    const ng::NorthgardMap map = ng::map(view, catalogue);
    EXPECT_EQ(map.enemies(), (std::vector{0, 2}));
    EXPECT_EQ(map.phase(), ng::v1::PHASE_UNSPECIFIED);
}
