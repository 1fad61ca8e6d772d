#include "seat.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "answer.hpp"
#include "stream.hpp"

namespace lawspeaker {
namespace {

bool same(const google::protobuf::Any& one, const google::protobuf::Any& other) {
    return one.type_url() == other.type_url() && one.value() == other.value();
}

/// Whether it is the decision itself that is asked again: after a loss of data there may be another under its id.
bool same(const v1::DecisionRequest& one, const v1::DecisionRequest& other) {
    return one.decision_id() == other.decision_id() && one.prompt() == other.prompt() && one.least() == other.least() &&
           one.most() == other.most() && one.ordered() == other.ordered() &&
           std::ranges::equal(one.default_picks(), other.default_picks()) &&
           one.option_count() == other.option_count() && same(one.options(), other.options()) &&
           same(one.view(), other.view());
}

}  // namespace

Seat::Seat(v1::MatchStarted started, Bot& bot, Inbox& inbox)
    : match_(std::move(started)),
      bot_(bot),
      inbox_(inbox),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

void Seat::take(v1::PlayResponse message, std::shared_ptr<Stream> stream) {
    if (message.has_decision_request()) {
        const v1::DecisionRequest& request = message.decision_request();
        latest_ = request.decision_id();
        const std::lock_guard lock(decision_mutex_);
        if (decision_ && same(request, decision_->message())) decision_->asked_again(request);
    }
    items_.push(Item{.message = std::move(message), .stream = std::move(stream)});
}

void Seat::end(std::string lost) { items_.push(End{.lost = std::move(lost)}); }

void Seat::run(const std::stop_token& stop) {
    std::exception_ptr error;
    try {
        play(stop);
    } catch (...) {  // of any type: it is the bot's, and comes out of run()
        error = std::current_exception();
    }
    inbox_.push(Left{.seat = this, .error = error, .decision = deciding_});
}

void Seat::play(const std::stop_token& stop) {
    bot_.started(match_);
    while (auto next = items_.pop(stop)) {
        if (const auto* end = std::get_if<End>(&*next)) {
            v1::MatchOver over;
            over.set_match_id(match_.match_id());
            if (!end->lost.empty()) bot_.over(Result(std::move(over), match_, end->lost));
            return;
        }
        if (!work_off(std::get<Item>(*next), stop)) return;
    }
}

bool Seat::work_off(const Item& item, const std::stop_token& stop) {
    const v1::PlayResponse& message = item.message;
    switch (message.message_case()) {
        case v1::PlayResponse::kMatchOver:
            bot_.over(Result(message.match_over(), match_));
            return false;
        case v1::PlayResponse::kMatchStarted:
            bot_.resumed(match_);
            break;
        case v1::PlayResponse::kAnswerRejected:
            rejected(message.answer_rejected(), *item.stream);
            break;
        default:
            if (message.decision_request().decision_id() == latest_)
                decide(message.decision_request(), *item.stream, stop);
    }
    return true;
}

void Seat::decide(const v1::DecisionRequest& request, Stream& stream, const std::stop_token& stop) {
    if (!decision_ || !same(request, decision_->message())) {
        answer_.reset();
        auto decision = std::make_unique<Decision>(request, match_, stop);
        const std::lock_guard lock(decision_mutex_);
        decision_ = std::move(decision);
    }
    if (!answer_) {
        deciding_ =
            decision_->prompt() + ", decision " + std::to_string(decision_->decision_id()) + " of " + match_.match_id();
        const Picks picks = bot_.decide(*decision_);
        deciding_.clear();
        answer_ = written_down(*decision_, picks);
    }
    stream.send(*answer_);
}

void Seat::rejected(const v1::AnswerRejected& message, Stream& stream) {
    const bool known = decision_ && decision_->decision_id() == message.decision_id();
    const Rejection rejection(message, known ? decision_.get() : nullptr);
    bot_.rejected(rejection);
    if (!known || !rejection.open()) return;
    decision_->set_origin(v1::ANSWER_ORIGIN_UNPARSABLE);  // it is the SDK that answers, so that the game goes on
    decision_->resign(false);
    answer_ = written_down(*decision_, decision_->default_picks());
    stream.send(*answer_);
}

}  // namespace lawspeaker
