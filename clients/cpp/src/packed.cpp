#include <lawspeaker/errors.hpp>
#include <lawspeaker/packed.hpp>
#include <string>

namespace lawspeaker {

void unpack(const google::protobuf::Any& any, google::protobuf::Message& message) {
    const std::string name = any.type_url().substr(any.type_url().rfind('/') + 1);
    const std::string& wanted = message.GetDescriptor()->full_name();
    if (name != wanted)
        throw NoStubs("the message is " + (name.empty() ? "empty" : name) + ", not " + wanted +
                      ": look at match().game() first, or name the bot's games in its profile");
    if (!message.ParseFromString(any.value())) throw NoStubs("a message " + name + " cannot be read: it is damaged");
}

const google::protobuf::Message& Packed::as(const google::protobuf::Message& prototype) const {
    const std::lock_guard lock(mutex_);
    if (!read_ || read_->GetDescriptor() != prototype.GetDescriptor()) {
        std::unique_ptr<google::protobuf::Message> message(prototype.New());
        unpack(any_, *message);
        read_ = std::move(message);
    }
    return *read_;
}

}  // namespace lawspeaker
