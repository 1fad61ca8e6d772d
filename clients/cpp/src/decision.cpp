#include <algorithm>
#include <lawspeaker/decision.hpp>

#include "environment.hpp"

namespace lawspeaker {

using std::chrono::milliseconds;

std::string prompt(const v1::DecisionText& words) {
    std::string told = words.view() + '\n';
    if (words.events_size() > 0) {
        told += "Since your last decision:\n";
        for (const std::string& event : words.events()) told += event + '\n';
        told += '\n';
    }
    told += words.question();
    for (int pick = 0; pick < words.options_size(); ++pick) {
        told += '\n';
        told += std::to_string(pick) + ": " + words.options(pick);
    }
    return told;
}

Decision::Decision(v1::DecisionRequest message, const Match& match, std::stop_token stop)
    : message_(std::move(message)),
      match_(match),
      options_(message_.options()),
      view_(message_.view()),
      stop_(std::move(stop)),
      time_(time_of(message_, std::chrono::steady_clock::now())) {}

Decision::Time Decision::time_of(const v1::DecisionRequest& message, SteadyTime at) {
    return {milliseconds(message.time_left_ms()), milliseconds(message.bank_left_ms()), at};
}

void Decision::asked_again(const v1::DecisionRequest& message, SteadyTime at) {
    const std::lock_guard lock(time_mutex_);
    time_ = time_of(message, at);
}

Decision::Time Decision::time() const {
    const std::lock_guard lock(time_mutex_);
    return time_;
}

std::optional<milliseconds> Decision::time_left(SteadyTime at) const {
    const Time time = this->time();
    if (time.left == milliseconds::zero()) return std::nullopt;
    return std::max(milliseconds::zero(), time.left - std::chrono::duration_cast<milliseconds>(at - time.said));
}

milliseconds Decision::bank_left() const { return time().bank; }

Chance Decision::random() const {
    const std::string seed = environment("LAWSPEAKER_BOT_SEED");
    return Chance((seed.empty() ? "0" : seed) + "/" + match_id() + "/" + std::to_string(seat()) + "/" +
                  std::to_string(decision_id()));
}

}  // namespace lawspeaker
