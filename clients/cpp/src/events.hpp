// What a session waits for.
#pragma once

#include <grpcpp/support/status.h>
#include <lawspeaker/v1/referee_service.pb.h>

#include <exception>
#include <string>
#include <variant>

#include "queue.hpp"

namespace lawspeaker {

class Seat;

/// A message came on a stream, which is told by its number.
struct Received {
    int stream;
    v1::PlayResponse message;
};

/// A stream is over.
struct Ended {
    int stream;
    grpc::Status status;
};

/// A seat has come to its end: the bot has been told all, or has thrown, at a decision or elsewhere.
struct Left {
    const Seat* seat;
    std::exception_ptr error;
    std::string decision;
};

using Event = std::variant<Received, Ended, Left>;
using Inbox = Queue<Event>;

}  // namespace lawspeaker
