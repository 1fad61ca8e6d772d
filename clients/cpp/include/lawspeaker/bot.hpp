// What a bot is.
#pragma once

#include <cstdint>
#include <lawspeaker/decision.hpp>
#include <lawspeaker/match.hpp>
#include <lawspeaker/result.hpp>
#include <string>
#include <utility>
#include <vector>

namespace lawspeaker {

/// What a bot says of itself.
struct Profile {
    /// 1 to 64 printable characters.
    std::string name{};
    /// The bot's own version, up to 64 characters.
    std::string version = "0";
    /// The games it plays, by name; empty for any.
    std::vector<std::string> games{};
    /// How many matches it plays at once.
    std::uint32_t max_matches = 1;
    /// Whether every decision comes in words too: `Decision::text`.
    bool text = false;
    /// Whether every decision comes with a position to look ahead from: `Decision::position`.
    bool positions = false;
    /// Names of tokens whose challenges it takes on a ladder, "*" for everybody; empty for nobody.
    std::vector<std::string> challengers{};
};

/// Derive from it and implement `decide`.
///
/// Each match has a thread of its own, in which its methods are called one after the other. With `max_matches` above 1
/// one bot object plays several matches at once: guard what they share. What a method throws ends the run.
class Bot {
public:
    explicit Bot(Profile profile) : profile_(std::move(profile)) {}
    virtual ~Bot() = default;

    Bot(const Bot&) = delete;
    Bot& operator=(const Bot&) = delete;

    const Profile& profile() const { return profile_; }

    /// Indices of the options taken, between `decision.least()` and `decision.most()` of them.
    virtual Picks decide(Decision& decision) = 0;

    /// Called once a match, before its first decision.
    virtual void started(const Match& match);

    /// Called when a match goes on after the connection was lost; it is the object that `started` was given.
    ///
    /// The open decision needs no care: if `decide` has returned, the same picks are sent again, and if it is still at
    /// it, it goes on.
    virtual void resumed(const Match& match);

    /// Called when a match has ended, or has not come back after a lost connection: then `result.lost` says so.
    virtual void over(const Result& result);

    /// Called for an answer that was refused. If its decision is still open the default is answered next. Logs one
    /// line.
    virtual void rejected(const Rejection& rejection);

private:
    Profile profile_;
};

}  // namespace lawspeaker
