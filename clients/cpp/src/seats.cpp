#include "seats.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "log.hpp"

namespace lawspeaker {
namespace {

/// The match that a message is about; empty for those about none, and for kinds that this protocol does not know.
std::string match_of(const v1::PlayResponse& message) {
    switch (message.message_case()) {
        case v1::PlayResponse::kDecisionRequest:
            return message.decision_request().match_id();
        case v1::PlayResponse::kAnswerRejected:
            return message.answer_rejected().match_id();
        case v1::PlayResponse::kMatchOver:
            return message.match_over().match_id();
        default:
            return "";
    }
}

/// Whether it is the match itself that goes on: a referee that lost its records may use its name once more.
bool same(const v1::MatchStarted& one, const v1::MatchStarted& other) {
    return one.seat() == other.seat() && one.seed_commitment() == other.seed_commitment() &&
           one.setup().SerializeAsString() == other.setup().SerializeAsString();
}

}  // namespace

Seats::~Seats() {
    for (const auto& seat : busy_) seat->stop();
}

bool Seats::take(v1::PlayResponse message, const std::shared_ptr<Stream>& stream) {
    if (message.has_match_started()) return start(std::move(message), stream);
    const auto found = seats_.find(match_of(message));
    if (found == seats_.end()) return false;
    Seat& seat = *found->second;
    const bool over = message.has_match_over();
    const bool progress =
        over || (message.has_decision_request() && message.decision_request().decision_id() != seat.latest());
    if (over) {
        std::erase(lost_, found->first);
        seats_.erase(found);
    }
    seat.take(std::move(message), stream);
    return progress;
}

bool Seats::start(v1::PlayResponse message, const std::shared_ptr<Stream>& stream) {
    const v1::MatchStarted& started = message.match_started();
    const std::string match_id = started.match_id();
    if (const auto found = seats_.find(match_id); found != seats_.end()) {
        if (same(started, found->second->match().message())) {
            std::erase(lost_, match_id);
            found->second->take(std::move(message), stream);
            return false;
        }
        give_up(*found->second, "the referee has begun another match under the same name");
    }
    make_room();
    busy_.push_back(std::make_unique<Seat>(started, bot_, inbox_));
    seats_[match_id] = busy_.back().get();
    return true;
}

/// Gives up lost matches, as far as the bot plays more than it said without them: the referee never seats a bot in more
/// matches than that, so they must be over.
void Seats::make_room() {
    const std::size_t most = std::max(1U, bot_.profile().max_matches);
    while (seats_.size() >= most && !lost_.empty())
        give_up(*seats_.at(lost_.front()), "the connection was lost, and the match ended meanwhile");
}

void Seats::lose_all() {
    lost_.clear();
    for (const auto& seat : busy_) {
        const auto found = seats_.find(seat->match().match_id());
        if (found != seats_.end() && found->second == seat.get()) lost_.push_back(found->first);
    }
}

bool Seats::is_lost(const std::string& match_id) const { return std::ranges::find(lost_, match_id) != lost_.end(); }

void Seats::give_up_lost(const std::string& why) {
    while (!lost_.empty()) give_up(*seats_.at(lost_.front()), why);
}

void Seats::give_up(Seat& seat, const std::string& why) {
    const std::string& match_id = seat.match().match_id();
    log(match_id + ": " + why);
    seat.end(why);
    seats_.erase(match_id);
    std::erase(lost_, match_id);
}

void Seats::end_all() {
    for (const auto& [match_id, seat] : seats_)
        seat->end(is_lost(match_id) ? "the connection was lost, and the match did not come back" : "");
    seats_.clear();
    lost_.clear();
}

void Seats::leave(const Left& left) {
    std::erase_if(busy_, [&](const auto& seat) { return seat.get() == left.seat; });
    failed_at_ = left.decision;
    if (left.error) std::rethrow_exception(left.error);
}

}  // namespace lawspeaker
