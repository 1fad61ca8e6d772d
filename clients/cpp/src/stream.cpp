#include "stream.hpp"

#include <grpcpp/impl/codegen/proto_utils.h>

#include <array>
#include <string>
#include <utility>

namespace lawspeaker {
namespace {

const char kMethod[] = "/lawspeaker.v1.RefereeService/Play";

constexpr int kMostBatch = 64;                 // answers in one message
constexpr std::size_t kBatchBytes = 32 << 10;  // their bytes together

std::string name_of(grpc::StatusCode code) {
    static constexpr std::array kNames{
        "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
        "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
        "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
        "DATA_LOSS", "UNAUTHENTICATED"};
    const auto number = static_cast<std::size_t>(code);
    return number < kNames.size() ? kNames[number] : "status " + std::to_string(number);
}

bool is_refusal(grpc::StatusCode code) {
    switch (code) {
        case grpc::StatusCode::UNAUTHENTICATED:
        case grpc::StatusCode::FAILED_PRECONDITION:
        case grpc::StatusCode::INVALID_ARGUMENT:
        case grpc::StatusCode::PERMISSION_DENIED:
        case grpc::StatusCode::RESOURCE_EXHAUSTED:
            return true;
        default:
            return false;
    }
}

}  // namespace

void throw_explained(const grpc::Status& status, bool welcomed) {
    const grpc::StatusCode code = status.error_code();
    const std::string details = status.error_message().empty() ? name_of(code) : status.error_message();
    if (!is_refusal(code))
        throw ConnectionLost("the connection to the referee broke (" + name_of(code) + "): " + details);
    if (code == grpc::StatusCode::RESOURCE_EXHAUSTED && !welcomed)
        throw NoPlace("the referee refused the bot: " + details);
    throw Refused("the referee refused the bot: " + details);
}

Stream::Stream(int number, std::shared_ptr<grpc::Channel> channel, Inbox& inbox, const v1::Hello& hello, bool wait)
    : number_(number), channel_(std::move(channel)), stub_(channel_), inbox_(inbox) {
    context_.set_wait_for_ready(wait);
    stub_.PrepareBidiStreamingCall(&context_, kMethod, {}, this);
    StartRead(&incoming_);
    v1::PlayRequest request;
    *request.mutable_hello() = hello;
    write(request);
    StartCall();
}

void Stream::batch_answers() {
    const std::lock_guard lock(mutex_);
    batches_ = true;
}

void Stream::send(const v1::Answer& answer) {
    const std::lock_guard lock(mutex_);
    if (!writable_) return;
    answers_.push_back(answer);
    if (!writing_) write(next_answers());
}

/// Takes the answers that wait, as many as may go in one message: one at least.
v1::PlayRequest Stream::next_answers() {
    v1::PlayRequest request;
    v1::AnswerBatch& batch = *request.mutable_answer_batch();
    const int most = batches_ ? kMostBatch : 1;
    std::size_t size = 0;
    while (!answers_.empty() && batch.answers_size() < most) {
        size += answers_.front().ByteSizeLong();
        if (batch.answers_size() > 0 && size > kBatchBytes) break;
        *batch.add_answers() = std::move(answers_.front());
        answers_.pop_front();
    }
    if (batch.answers_size() == 1) {
        v1::Answer single = std::move(*batch.mutable_answers(0));
        *request.mutable_answer() = std::move(single);
    }
    return request;
}

/// Begins to write a message; none is being written, and no other thread may begin.
void Stream::write(const v1::PlayRequest& request) {
    outgoing_.Clear();
    bool own = false;
    grpc::GenericSerialize<grpc::ProtoBufferWriter, v1::PlayRequest>(request, &outgoing_, &own);
    writing_ = true;
    StartWrite(&outgoing_);
}

void Stream::stop_writing() {
    const std::lock_guard lock(mutex_);
    writable_ = false;
}

void Stream::close() {
    context_.TryCancel();
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [this] { return done_; });
}

void Stream::OnReadDone(bool ok) {
    v1::PlayResponse message;
    if (ok && grpc::GenericDeserialize<grpc::ProtoBufferReader, v1::PlayResponse>(&incoming_, &message).ok()) {
        if (message.has_batch())
            for (v1::PlayResponse& single : *message.mutable_batch()->mutable_responses())
                inbox_.push(Received{.stream = number_, .message = std::move(single)});
        else
            inbox_.push(Received{.stream = number_, .message = std::move(message)});
        StartRead(&incoming_);
        return;
    }
    stop_writing();
    if (ok) {
        unreadable_ = true;
        context_.TryCancel();
    }
}

void Stream::OnWriteDone(bool ok) {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    writable_ = writable_ && ok;
    if (writable_ && !answers_.empty()) write(next_answers());
}

void Stream::OnDone(const grpc::Status& status) {
    inbox_.push(
        Ended{.stream = number_,
              .status = unreadable_ ? grpc::Status(grpc::StatusCode::INTERNAL, "a message cannot be read") : status});
    const std::lock_guard lock(mutex_);
    done_ = true;
    finished_.notify_all();
}

}  // namespace lawspeaker
