// The matches of a session.
#pragma once

#include <lawspeaker/v1/referee_service.pb.h>

#include <cstddef>
#include <lawspeaker/bot.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "events.hpp"
#include "seat.hpp"

namespace lawspeaker {

/// Hands messages to the seats they are for, and keeps what the bot still is busy with. Of one thread.
class Seats {
public:
    Seats(Bot& bot, Inbox& inbox) : bot_(bot), inbox_(inbox) {}
    /// Waits for the bot's methods that are running.
    ~Seats();

    Seats(const Seats&) = delete;
    Seats& operator=(const Seats&) = delete;

    /// Hands a message to its match, and says whether it brought anything that no stream had brought before.
    bool take(v1::PlayResponse message, const std::shared_ptr<Stream>& stream);

    /// How many matches are not over.
    std::size_t unfinished() const { return seats_.size(); }

    /// The connection is lost: no match goes on until the referee says so.
    void lose_all();

    /// Ends the matches that have not come back since.
    void give_up_lost(const std::string& why);

    /// The referee has said all: ends every match.
    void end_all();

    /// A seat has come to its end. Rethrows what the bot threw.
    void leave(const Left& left);

    /// The decision at which the bot threw, in words; empty if it did not, or elsewhere.
    const std::string& failed_at() const { return failed_at_; }

    /// Whether the bot has been told all.
    bool idle() const { return busy_.empty(); }

private:
    bool start(v1::PlayResponse message, const std::shared_ptr<Stream>& stream);
    bool is_lost(const std::string& match_id) const;
    void make_room();
    void give_up(Seat& seat, const std::string& why);

    Bot& bot_;
    Inbox& inbox_;
    std::map<std::string, Seat*> seats_;  // of the matches that are not over
    std::vector<std::string> lost_;       // those whose connection was lost and that are not back, the oldest first
    std::string failed_at_;
    std::vector<std::unique_ptr<Seat>> busy_;  // also of matches that are over, until the bot has been told
};

}  // namespace lawspeaker
