#include "session.hpp"

#include <grpcpp/support/status.h>

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <utility>

#include "answer.hpp"
#include "log.hpp"
#include "tls_hint.hpp"

namespace lawspeaker {
namespace {

constexpr std::chrono::seconds kTryWithin{5};
constexpr std::chrono::seconds kDetailsWithin{1};
constexpr std::chrono::seconds kNoticeAfter{2};

/// Goodbyes that do not blame the bot; every other one does, those of later versions too.
bool is_friendly(v1::GoodbyeReason reason) {
    return reason == v1::GOODBYE_REASON_UNSPECIFIED || reason == v1::GOODBYE_REASON_DRAINING ||
           reason == v1::GOODBYE_REASON_DONE;
}

std::string since(SteadyClock::time_point begin) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << std::chrono::duration<double>(SteadyClock::now() - begin).count();
    return text.str();
}

/// What hinders a connection, by the words of gRPC, or what usually does.
std::string probable_cause(const std::string& details, bool encrypted) {
    if (details.starts_with("DNS resolution failed") || details.starts_with("errors resolving"))
        return "the host cannot be resolved to an address; is it spelt right?";
    const std::string hint = tls_hint(details, encrypted);
    return hint.empty() ? "is it running, and is the address right?" : hint;
}

}  // namespace

Session::Session(Bot& bot, const Options& options)
    : settings_(settings_of(options)),
      hello_(hello_of(bot.profile(), settings_.token)),
      stop_(options.stop),
      patience_(settings_.reconnect_within, options.backoff),
      seats_(bot, inbox_),
      give_up_at_(never()) {}

void Session::play() {
    try {
        connect();
        while (const auto loss = listen()) come_back(*loss);
        seats_.end_all();
        while (!seats_.idle()) pop(never());
    } catch (const Stopped&) {
        hang_up();
    }
}

/// The next event; nothing if none comes until the deadline. Rethrows what the bot threw.
std::optional<Event> Session::pop(SteadyClock::time_point deadline) {
    auto event = inbox_.pop(stop_, deadline);
    if (stop_.stop_requested()) throw Stopped();
    if (event && std::holds_alternative<Left>(*event)) seats_.leave(std::get<Left>(*event));
    return event;
}

/// What happens next on the stream, if there is one.
Session::StreamEvent Session::next(SteadyClock::time_point deadline) {
    const int number = stream_ ? stream_->number() : 0;
    while (auto event = pop(deadline)) {
        if (auto* received = std::get_if<Received>(&*event); received && received->stream == number)
            return std::move(received->message);
        if (const auto* ended = std::get_if<Ended>(&*event); ended && ended->stream == number) return ended->status;
    }
    return TimeUp{};
}

// Streams.

/// The first stream. Throws ConnectionRefused if nobody is there in time, ConnectionLost and Refused.
void Session::connect() {
    const auto channel = channel_of(settings_);
    open(channel, true);
    const auto began = SteadyClock::now(), until = began + settings_.connect_within;
    const std::string within = in_seconds(settings_.connect_within) + " s";
    if (welcomed(std::min(until, began + kNoticeAfter))) return;
    if (SteadyClock::now() < until && channel->GetState(false) == GRPC_CHANNEL_TRANSIENT_FAILURE)
        log("no referee answers at " + settings_.address + " yet; trying for up to " + within);
    if (welcomed(until)) return;
    if (channel->GetState(false) == GRPC_CHANNEL_READY) {
        if (welcomed(SteadyClock::now() + settings_.connect_within)) return;
        throw ConnectionLost("no answer within " + within);
    }
    throw ConnectionRefused("no referee answers at " + settings_.address + " (tried for " + within + "); " +
                            probable_cause(details(channel), settings_.credentials != nullptr));
}

void Session::open(const std::shared_ptr<grpc::Channel>& channel, bool wait) {
    hang_up();
    stream_ = std::make_shared<Stream>(++streams_, channel, inbox_, hello_, wait);
}

void Session::hang_up() {
    if (stream_) stream_->close();  // seats may still hold it
    stream_.reset();
}

/// Whether Hello is answered with Welcome before the deadline. Throws NoPlace, Refused or ConnectionLost.
bool Session::welcomed(SteadyClock::time_point deadline) {
    const StreamEvent event = next(deadline);
    if (std::holds_alternative<TimeUp>(event)) return false;
    if (const auto* status = std::get_if<grpc::Status>(&event); status && !status->ok())
        throw_explained(*status, false);
    const auto* message = std::get_if<v1::PlayResponse>(&event);
    if (message && message->has_goodbye()) {
        const std::string why = "the referee refused the bot: " + message->goodbye().message();
        if (message->goodbye().reason() == v1::GOODBYE_REASON_DRAINING) throw NoPlace(why);
        throw Refused(why);
    }
    if (!message || !message->has_welcome())
        throw Refused("the referee did not answer Hello with Welcome; is this a Lawspeaker referee?");
    if (message->welcome().batches()) stream_->batch_answers();
    since_ = SteadyClock::now();
    return true;
}

/// The words of gRPC for why a channel has no connection; empty if it has one by now, or no words.
std::string Session::details(const std::shared_ptr<grpc::Channel>& channel) {
    open(channel, false);
    const StreamEvent event = next(SteadyClock::now() + kDetailsWithin);
    const auto* status = std::get_if<grpc::Status>(&event);
    return status ? status->error_message() : "";
}

/// Hands on what comes until the stream is over; returns why if it is to be taken up again. Throws BotError.
std::optional<ConnectionLost> Session::listen() {
    goodbye_.reset();
    progress_ = false;
    try {
        while (auto message = next_message()) take(std::move(*message));
        check_goodbye();
        hang_up();
        return std::nullopt;
    } catch (const ConnectionLost& loss) {
        hang_up();
        if (patience_.within() == std::chrono::milliseconds::zero()) throw;
        const auto now = SteadyClock::now();
        patience_.lost(now, now - since_, progress_);
        return loss;
    }
}

/// Nothing at the stream's end. Throws Refused or ConnectionLost.
std::optional<v1::PlayResponse> Session::next_message() {
    StreamEvent event = next(give_up_at_);
    while (std::holds_alternative<TimeUp>(event)) {
        seats_.give_up_lost("the connection was lost, and the match did not come back within " +
                            in_seconds(patience_.within()) + " s");
        give_up_at_ = never();
        event = next(give_up_at_);
    }
    if (auto* message = std::get_if<v1::PlayResponse>(&event)) return std::move(*message);
    const auto& status = std::get<grpc::Status>(event);
    try {
        if (!status.ok()) throw_explained(status, true);
    } catch (const ConnectionLost&) {
        if (!goodbye_) throw;  // after a goodbye it does not matter how the stream ends: an answer may have crossed it
    }
    return std::nullopt;
}

void Session::take(v1::PlayResponse message) {
    if (message.has_goodbye())
        goodbye_ = message.goodbye();
    else
        progress_ = seats_.take(std::move(message), stream_) || progress_;
}

/// Throws Refused or ConnectionLost unless the stream ended as it should.
void Session::check_goodbye() const {
    if (!goodbye_) throw ConnectionLost("the referee closed the stream without a goodbye");
    if (!is_friendly(goodbye_->reason())) throw Refused("the referee ended the stream: " + goodbye_->message());
    const std::size_t unfinished = seats_.unfinished();
    if (goodbye_->reason() == v1::GOODBYE_REASON_DRAINING && unfinished > 0 &&
        patience_.within() > std::chrono::milliseconds::zero())
        throw ConnectionLost("the referee said goodbye with " + std::to_string(unfinished) +
                             " of the bot's matches unfinished: " + goodbye_->message());
}

/// Has a new stream at its end. Throws ConnectionLost if none can be had in time, and Refused.
void Session::come_back(const ConnectionLost& loss) {
    const std::string within = in_seconds(patience_.within()) + " s";
    log(std::string(loss.what()) + "; trying again for up to " + within);
    seats_.lose_all();
    const auto lost_at = SteadyClock::now();
    std::string last;
    while (const auto delay = patience_.wait(SteadyClock::now())) {
        next(SteadyClock::now() + *delay);
        const auto why_not = try_again();
        if (!why_not) {
            log("connected again after " + since(lost_at) + " s");
            give_up_at_ = SteadyClock::now() + patience_.within();
            return;
        }
        last = ": " + *why_not;
    }
    throw ConnectionLost(std::string(loss.what()) + "; it did not come back within " + within + last);
}

/// Nothing if there is a stream again, else why not. Throws Refused.
std::optional<std::string> Session::try_again() {
    try {
        open(channel_of(settings_), false);
        if (welcomed(SteadyClock::now() + kTryWithin)) return std::nullopt;
        hang_up();
        return "no answer within 5 s";
    } catch (const ConnectionLost& error) {
        hang_up();
        return error.what();
    } catch (const NoPlace& error) {
        hang_up();
        return error.what();
    }
}

}  // namespace lawspeaker
