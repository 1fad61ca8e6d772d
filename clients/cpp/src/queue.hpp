// A queue between threads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace lawspeaker {

using SteadyClock = std::chrono::steady_clock;

/// Far away, but near enough for arithmetic.
inline SteadyClock::time_point never() { return SteadyClock::now() + std::chrono::hours(24 * 365); }

/// First in, first out, from any thread to one.
template <class Item>
class Queue {
public:
    void push(Item item) {
        {
            const std::lock_guard lock(mutex_);
            items_.push_back(std::move(item));
        }
        arrived_.notify_one();
    }

    /// The next item; nothing if none comes until the deadline or before `stop` is asked to stop.
    std::optional<Item> pop(const std::stop_token& stop, SteadyClock::time_point deadline = never()) {
        std::unique_lock lock(mutex_);
        arrived_.wait_until(lock, stop, deadline, [this] { return !items_.empty(); });
        if (items_.empty() || stop.stop_requested()) return std::nullopt;
        std::optional<Item> item(std::move(items_.front()));
        items_.pop_front();
        return item;
    }

private:
    std::mutex mutex_;
    std::condition_variable_any arrived_;
    std::deque<Item> items_;
};

}  // namespace lawspeaker
