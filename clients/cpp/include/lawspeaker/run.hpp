// Letting a bot play.
#pragma once

#include <grpcpp/security/credentials.h>

#include <chrono>
#include <functional>
#include <lawspeaker/bot.hpp>
#include <lawspeaker/errors.hpp>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lawspeaker {

/// Pauses between tries to connect again: they double from `first` to `longest`, and each is cut by up to a half.
struct Backoff {
    std::chrono::milliseconds first{100};
    std::chrono::milliseconds longest{5000};
    /// Draws from 0 to 1. Nothing for the operating system's: bots that were cut off together, with the same seed even,
    /// come back one after the other.
    std::function<double()> draw{};
};

/// How a bot reaches its referee. What is left out is taken from the environment, or has a sensible value.
struct Options {
    /// HOST:PORT or unix:/PATH; without it LAWSPEAKER_ADDRESS.
    std::string address{};
    /// Without it LAWSPEAKER_TOKEN.
    std::optional<std::string> token{};
    /// To encrypt the connection; see `tls_credentials`. Without it those of LAWSPEAKER_TLS_CA, _CERT and _KEY, if set.
    std::shared_ptr<grpc::ChannelCredentials> credentials{};
    /// How long to dial a referee that is not there yet, as long as its clock waits for bots; then its Welcome may take
    /// as long again.
    std::chrono::milliseconds connect_within{30000};
    /// Silence after which the connection is asked whether it lives; referees allow 5 s and more.
    std::chrono::milliseconds keepalive{15000};
    /// How long a lost connection is tried again; 0 ends the run with it. Without it LAWSPEAKER_RECONNECT_WITHIN, or 60
    /// s.
    std::optional<std::chrono::milliseconds> reconnect_within{};
    Backoff backoff{};
    /// Ends the run when it is asked to stop.
    std::stop_token stop{};
};

/// Plays matches until the referee says goodbye, or until asked to stop.
///
/// Throws BotError; what a method of the bot throws goes through. No method of the bot runs any more when it returns.
void run(Bot& bot, const Options& options = {});

/// `run` for a bot's `main`, which returns what this returns: 0, or 1 after one line on stderr.
///
/// Ctrl-C ends the process with 130, however long a decision takes, and so does every error with 1.
int run_main(Bot& bot, const Options& options = {});

}  // namespace lawspeaker
