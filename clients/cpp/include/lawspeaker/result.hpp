// What became of a match, and of an answer that was refused.
#pragma once

#include <lawspeaker/v1/referee_service.pb.h>

#include <cstdint>
#include <lawspeaker/decision.hpp>
#include <lawspeaker/match.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lawspeaker {

/// How a match ended.
struct Result {
    Result(v1::MatchOver over, const Match& match, std::string lost = {});

    const Match& match;
    /// Why nobody knows how it ended: it went on, or ended, while the connection was lost; empty if it is known.
    std::string lost;
    /// Why the match does not count; empty if it does.
    std::string void_reason;
    /// By seat, 1 for the winner; empty if the match was voided or lost.
    std::vector<std::uint32_t> ranks;
    /// By seat, in the game's own points.
    std::vector<std::int32_t> scores;
    /// A stable dotted name, such as "fame".
    std::string reason;
    /// The bot's own rank.
    std::optional<std::uint32_t> rank;
    /// The message as it came over the wire.
    v1::MatchOver message;
};

/// An answer of the bot that the referee refused; it changed nothing.
struct Rejection {
    Rejection(const v1::AnswerRejected& rejected, const Decision* decision);

    std::string match_id;
    std::uint64_t decision_id;
    /// The decision, if it still is the match's latest one; else null.
    const Decision* decision;
    v1::RejectReason reason;
    /// What was wrong and what would be right.
    std::string message;

    /// Whether the answer was fine but came after the decision was over.
    bool late() const { return reason == v1::REJECT_REASON_STALE; }
    /// Whether the seat is out of the match for its faults; a substitute answers for it to the end.
    bool disqualified() const { return reason == v1::REJECT_REASON_DISQUALIFIED; }
    /// Whether the decision still waits for an answer, on the same clock.
    bool open() const;
};

}  // namespace lawspeaker
