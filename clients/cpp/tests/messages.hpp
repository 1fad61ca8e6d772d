// Messages as a referee would send them, for tests.
#pragma once

#include <lawspeaker/v1/referee_service.pb.h>

#include <string>

/// A match of a game that is nothing but its questions.
inline lawspeaker::v1::MatchStarted a_match(const std::string& match_id = "m", std::uint32_t seat = 0) {
    lawspeaker::v1::MatchStarted started;
    started.set_match_id(match_id);
    started.set_seat(seat);
    started.mutable_setup()->set_game("test");
    started.mutable_setup()->set_players(2);
    for (const char* bot : {"one", "two"}) started.add_bots(bot);
    return started;
}

/// One of four options, the last by default.
inline lawspeaker::v1::DecisionRequest a_decision(std::uint64_t decision_id = 1, const std::string& match_id = "m") {
    lawspeaker::v1::DecisionRequest request;
    request.set_match_id(match_id);
    request.set_decision_id(decision_id);
    request.set_prompt("test.one");
    request.set_least(1);
    request.set_most(1);
    request.set_option_count(4);
    request.add_default_picks(3);
    return request;
}
