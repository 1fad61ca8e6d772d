// When a lost connection is tried again, and when it is given up.
#pragma once

#include <chrono>
#include <lawspeaker/run.hpp>
#include <optional>

namespace lawspeaker {

/// The tries of one bot; the caller has the clock.
class Patience {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;

    Patience(std::chrono::milliseconds within, Backoff backoff);

    std::chrono::milliseconds within() const { return within_; }

    /// A connection that held for so long is gone.
    ///
    /// One that broke soon and led to nothing counts as a try that failed, or a message that breaks it every time would
    /// be sent for ever.
    void lost(Time now, Duration held, bool progress);

    /// The pause until the next try; nothing if it is given up. The last try is when the time is up.
    std::optional<Duration> wait(Time now);

private:
    std::chrono::milliseconds within_;
    Backoff backoff_;
    Duration next_;
    std::optional<Time> until_;
};

}  // namespace lawspeaker
