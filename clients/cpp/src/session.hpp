// A bot's session with its referee: its matches, over as many streams as it takes.
#pragma once

#include <grpcpp/channel.h>
#include <lawspeaker/v1/referee_service.pb.h>

#include <lawspeaker/bot.hpp>
#include <lawspeaker/errors.hpp>
#include <lawspeaker/run.hpp>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>

#include "events.hpp"
#include "patience.hpp"
#include "seats.hpp"
#include "settings.hpp"
#include "stream.hpp"

namespace lawspeaker {

/// Introduces the bot, hands messages to its matches, and comes back when the connection is lost.
class Session {
public:
    /// Throws ConnectionRefused or WrongBot for what cannot be right.
    Session(Bot& bot, const Options& options);
    /// Waits for the bot's methods that are running.
    ~Session() { hang_up(); }

    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Plays until the referee says goodbye, or until asked to stop. Throws BotError, or what the bot threw.
    void play();

    /// The decision at which the bot threw, in words; empty if it did not, or elsewhere.
    const std::string& failed_at() const { return seats_.failed_at(); }

private:
    struct TimeUp {};
    struct Stopped {};
    using StreamEvent = std::variant<TimeUp, v1::PlayResponse, grpc::Status>;

    std::optional<Event> pop(SteadyClock::time_point deadline);
    StreamEvent next(SteadyClock::time_point deadline);

    void connect();
    void open(const std::shared_ptr<grpc::Channel>& channel, bool wait);
    bool welcomed(SteadyClock::time_point deadline);
    std::string details(const std::shared_ptr<grpc::Channel>& channel);
    void hang_up();

    std::optional<ConnectionLost> listen();
    std::optional<v1::PlayResponse> next_message();
    void take(v1::PlayResponse message);
    void check_goodbye() const;
    void come_back(const ConnectionLost& loss);
    std::optional<std::string> try_again();

    const Settings settings_;
    const v1::Hello hello_;
    const std::stop_token stop_;
    Patience patience_;
    Inbox inbox_;
    Seats seats_;
    std::shared_ptr<Stream> stream_;
    int streams_ = 0;
    SteadyClock::time_point since_;  // when the referee welcomed the bot
    SteadyClock::time_point give_up_at_;
    std::optional<v1::Goodbye> goodbye_;
    bool progress_ = false;  // whether the stream has brought anything that the one before had not
};

}  // namespace lawspeaker
