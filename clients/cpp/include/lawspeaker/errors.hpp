// What can go wrong between a bot and its referee; every message is one line that says what would be right.
#pragma once

#include <stdexcept>

namespace lawspeaker {

/// Any error of this SDK; `run_main` prints it as one line.
class BotError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// No referee could be reached at the address.
class ConnectionRefused : public BotError {
public:
    using BotError::BotError;
};

/// The stream broke before the referee said goodbye, and did not come back in time.
class ConnectionLost : public BotError {
public:
    using BotError::BotError;
};

/// The referee did not want the bot: wrong token, unknown protocol, or broken rules of the protocol.
class Refused : public BotError {
public:
    using BotError::BotError;
};

/// `decide` returned something that cannot be an index of an option.
class WrongPicks : public BotError {
public:
    using BotError::BotError;
};

/// What a bot says of itself, or with an answer, cannot be sent.
class WrongBot : public BotError {
public:
    using BotError::BotError;
};

/// A message is not of the type it was read as, or is damaged.
class NoStubs : public BotError {
public:
    using BotError::BotError;
};

}  // namespace lawspeaker
