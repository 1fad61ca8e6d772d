// The matches a bot is seated in.
#pragma once

#include <lawspeaker/v1/referee_service.pb.h>

#include <chrono>
#include <cstdint>
#include <lawspeaker/packed.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lawspeaker {

/// The time limits of a match.
struct Clock {
    using Time = std::chrono::milliseconds;

    /// Free for each decision; what exceeds it is taken from the bank. Nothing for no limit.
    std::optional<Time> move;
    /// What each seat has in its bank when the match begins.
    Time bank{};
    /// What is added to the bank after each of the seat's decisions.
    Time increment{};
    /// Free for the seat's first decision, in place of `move`.
    std::optional<Time> first;
    /// Free for a reaction out of turn, in place of `move`.
    std::optional<Time> reaction;
    /// Within this all bots must have joined.
    Time connect{};
    /// Where nothing else limits it, a lost connection must be back within this.
    Time reconnect{};
    /// The most that is given back for the network's round trip, each decision.
    Time lag{};

    bool operator==(const Clock&) const = default;
};

/// One match the bot is seated in; it lives until `Bot::over` has returned.
class Match {
public:
    explicit Match(v1::MatchStarted message);

    Match(const Match&) = delete;
    Match& operator=(const Match&) = delete;

    /// Names the match on this referee.
    const std::string& match_id() const { return message_.match_id(); }
    /// The bot's own seat.
    std::uint32_t seat() const { return message_.seat(); }
    /// The game's name, such as "northgard".
    const std::string& game() const { return message_.setup().game(); }
    /// Number of seats.
    std::uint32_t players() const { return message_.setup().players(); }
    /// The game, its rules version and options.
    const v1::GameSetup& setup() const { return message_.setup(); }
    /// The game's options by name, spelt as on the command line.
    const std::map<std::string, std::string>& options() const { return options_; }
    /// Names of the bots by seat.
    const std::vector<std::string>& bots() const { return bots_; }
    /// All time limits.
    const Clock& clock() const { return clock_; }
    /// Whether it is a challenge of a ladder, which counts in no rating.
    bool unrated() const { return message_.unrated(); }
    /// What never changes in this game (printed cards, tiles): its Catalogue message. Throws NoStubs.
    template <class Catalogue>
    const Catalogue& catalogue() const {
        return catalogue_.as<Catalogue>();
    }
    /// All of it as it came over the wire.
    const v1::MatchStarted& message() const { return message_; }

private:
    v1::MatchStarted message_;
    std::map<std::string, std::string> options_;
    std::vector<std::string> bots_;
    Clock clock_;
    Packed catalogue_;
};

}  // namespace lawspeaker
