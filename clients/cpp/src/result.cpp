#include <lawspeaker/result.hpp>
#include <utility>

namespace lawspeaker {

Result::Result(v1::MatchOver over, const Match& match, std::string lost)
    : match(match),
      lost(std::move(lost)),
      void_reason(over.void_reason()),
      ranks(over.outcome().ranks().begin(), over.outcome().ranks().end()),
      scores(over.outcome().scores().begin(), over.outcome().scores().end()),
      reason(over.outcome().reason()),
      rank(match.seat() < ranks.size() ? std::optional(ranks[match.seat()]) : std::nullopt),
      message(std::move(over)) {}

Rejection::Rejection(const v1::AnswerRejected& rejected, const Decision* decision)
    : match_id(rejected.match_id()),
      decision_id(rejected.decision_id()),
      decision(decision),
      reason(rejected.reason()),
      message(rejected.message()) {}

bool Rejection::open() const {
    switch (reason) {
        case v1::REJECT_REASON_WRONG_COUNT:
        case v1::REJECT_REASON_OUT_OF_RANGE:
        case v1::REJECT_REASON_DUPLICATE_PICK:
        case v1::REJECT_REASON_MALFORMED:
            return true;
        default:
            return false;
    }
}

}  // namespace lawspeaker
