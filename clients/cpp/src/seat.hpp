// A bot's place in one match: what comes for it is worked off one message after the other, over any number of streams.
#pragma once

#include <lawspeaker/v1/referee_service.pb.h>

#include <atomic>
#include <cstdint>
#include <lawspeaker/bot.hpp>
#include <lawspeaker/decision.hpp>
#include <lawspeaker/match.hpp>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>

#include "events.hpp"
#include "queue.hpp"

namespace lawspeaker {

class Stream;

/// Calls the bot in a thread of its own, and answers.
///
/// What was answered last is kept. A decision that is asked again, because the connection or the referee was lost, is
/// not put to the bot again: it gets the very same answer.
class Seat {
public:
    /// Left is pushed into the inbox when the bot has been told all that there is, or has thrown.
    Seat(v1::MatchStarted started, Bot& bot, Inbox& inbox);
    /// Waits for the bot's method that is running.
    ~Seat() = default;

    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    const Match& match() const { return match_; }

    /// The newest decision that has come: those before it are over, for a seat has at most one open.
    std::uint64_t latest() const { return latest_; }

    /// Queues a message of this match, which is answered on the stream that it came on.
    void take(v1::PlayResponse message, std::shared_ptr<Stream> stream);

    /// No more will come; `lost` tells the bot why if the match was not over.
    void end(std::string lost = {});

    /// Asks the thread to end after what the bot does now, and the bot to make haste.
    void stop() { thread_.request_stop(); }

private:
    struct Item {
        v1::PlayResponse message;
        std::shared_ptr<Stream> stream;
    };
    struct End {
        std::string lost;
    };

    void run(const std::stop_token& stop);
    void play(const std::stop_token& stop);
    /// Whether the match goes on.
    bool work_off(const Item& item, const std::stop_token& stop);
    void decide(const v1::DecisionRequest& request, Stream& stream, const std::stop_token& stop);
    void rejected(const v1::AnswerRejected& message, Stream& stream);

    const Match match_;
    Bot& bot_;
    Inbox& inbox_;
    Queue<std::variant<Item, End>> items_;
    std::atomic<std::uint64_t> latest_ = 0;
    std::optional<v1::Answer> answer_;  // to the decision; nothing as long as the bot thinks about it
    std::mutex decision_mutex_;         // the decision is this thread's, but its clock is set as soon as it is told
    std::unique_ptr<Decision> decision_;
    std::string deciding_;  // the decision that the bot is at, in words
    std::jthread thread_;   // last: it needs all the others
};

}  // namespace lawspeaker
