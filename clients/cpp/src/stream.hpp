// One stream to the referee.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/client_callback.h>
#include <lawspeaker/v1/referee_service.pb.h>

#include <condition_variable>
#include <deque>
#include <lawspeaker/errors.hpp>
#include <memory>
#include <mutex>

#include "events.hpp"

namespace lawspeaker {

/// There is no place now: the bot's own lost stream has it, maybe, which the referee has not missed yet.
class NoPlace : public Refused {
public:
    using Refused::Refused;
};

/// Throws what a status means that ends the call with an error: NoPlace, Refused or ConnectionLost.
[[noreturn]] void throw_explained(const grpc::Status& status, bool welcomed);

/// A call of Play. What comes is pushed into an inbox: messages, and last of all the status.
///
/// It is read as bytes: of a message that cannot be parsed a typed stub says only that no more can be read, and the
/// call would hang.
class Stream final : private grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
public:
    /// Begins the call with Hello. With `wait` it stays until there is a connection, else it fails at once.
    Stream(int number, std::shared_ptr<grpc::Channel> channel, Inbox& inbox, const v1::Hello& hello, bool wait);
    ~Stream() override { close(); }

    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    /// Tells it from the others of its session.
    int number() const { return number_; }

    /// Sends answers that are ready together as one message from now on.
    void batch_answers();

    /// Sends an answer, or drops it if the stream is over. From any thread; never waits.
    void send(const v1::Answer& answer);

    /// Ends the call without a word. Nothing is pushed into the inbox any more when it returns.
    void close();

private:
    void OnReadDone(bool ok) override;
    void OnWriteDone(bool ok) override;
    void OnDone(const grpc::Status& status) override;

    void write(const v1::PlayRequest& request);
    v1::PlayRequest next_answers();
    void stop_writing();

    const int number_;
    std::shared_ptr<grpc::Channel> channel_;
    grpc::GenericStub stub_;
    grpc::ClientContext context_;
    Inbox& inbox_;
    grpc::ByteBuffer incoming_;
    bool unreadable_ = false;

    std::mutex mutex_;
    std::condition_variable finished_;
    grpc::ByteBuffer outgoing_;
    bool writing_ = false;            // gRPC takes one message at a time
    std::deque<v1::Answer> answers_;  // they wait until it is written
    bool batches_ = false;
    bool writable_ = true;
    bool done_ = false;
};

}  // namespace lawspeaker
