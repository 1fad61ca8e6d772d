#include "patience.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace lawspeaker {
namespace {

double drawn_by_the_system() {
    thread_local std::random_device device;
    return std::uniform_real_distribution<double>()(device);
}

}  // namespace

Patience::Patience(std::chrono::milliseconds within, Backoff backoff)
    : within_(within), backoff_(std::move(backoff)), next_(backoff_.first) {
    if (!backoff_.draw) backoff_.draw = drawn_by_the_system;
}

void Patience::lost(Time now, Duration held, bool progress) {
    if (until_ && !progress && held <= backoff_.longest) return;
    next_ = backoff_.first;
    until_ = now + within_;
}

std::optional<Patience::Duration> Patience::wait(Time now) {
    if (!until_ || now >= *until_) return std::nullopt;
    const auto delay = std::chrono::duration_cast<Duration>(next_ * (1 - backoff_.draw() / 2));
    next_ = std::min<Duration>(2 * next_, backoff_.longest);
    return std::min(delay, *until_ - now);
}

}  // namespace lawspeaker
