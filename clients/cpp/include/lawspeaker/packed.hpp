// Typed messages out of `google.protobuf.Any`.
#pragma once

#include <google/protobuf/any.pb.h>
#include <google/protobuf/message.h>

#include <memory>
#include <mutex>

namespace lawspeaker {

/// Reads the message inside into `message`. Throws NoStubs if it is of another type or damaged.
void unpack(const google::protobuf::Any& any, google::protobuf::Message& message);

/// The message inside, of any game whose stubs the bot is built with. Throws NoStubs if it is not a Message.
template <class Message>
Message unpack(const google::protobuf::Any& any) {
    Message message;
    unpack(any, message);
    return message;
}

/// A message in an Any, which is read when it is first asked for. May be asked by several threads.
class Packed {
public:
    /// `any` must live as long as this.
    explicit Packed(const google::protobuf::Any& any) : any_(any) {}

    /// The message inside. Throws NoStubs if it is not a Message.
    template <class Message>
    const Message& as() const {
        return static_cast<const Message&>(as(Message::default_instance()));
    }

private:
    const google::protobuf::Message& as(const google::protobuf::Message& prototype) const;

    const google::protobuf::Any& any_;
    mutable std::mutex mutex_;
    mutable std::unique_ptr<google::protobuf::Message> read_;
};

}  // namespace lawspeaker
