// Options and environment taken together, once.
#pragma once

#include <grpcpp/channel.h>

#include <chrono>
#include <lawspeaker/run.hpp>
#include <memory>
#include <string>

namespace lawspeaker {

/// How a bot reaches its referee, complete.
struct Settings {
    std::string address;
    std::string token;
    /// Null if the connection is not encrypted.
    std::shared_ptr<grpc::ChannelCredentials> credentials;
    std::chrono::milliseconds connect_within;
    std::chrono::milliseconds keepalive;
    std::chrono::milliseconds reconnect_within;
};

/// What is left out of the options is of the environment. Throws ConnectionRefused for what cannot be right.
Settings settings_of(const Options& options);

/// A new channel, which shares its connection with no other one.
std::shared_ptr<grpc::Channel> channel_of(const Settings& settings);

/// "60" or "0.5": a number of seconds, for a line of text.
std::string in_seconds(std::chrono::milliseconds time);

}  // namespace lawspeaker
