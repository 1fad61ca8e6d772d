// What a bot says, as messages.
#pragma once

#include <lawspeaker/v1/referee_service.pb.h>

#include <lawspeaker/bot.hpp>
#include <lawspeaker/decision.hpp>
#include <string>

namespace lawspeaker {

/// How the bot introduces itself, on every stream. Throws WrongBot.
v1::Hello hello_of(const Profile& profile, const std::string& token);

/// An answer. Throws WrongPicks or WrongBot if it cannot be one.
v1::Answer written_down(const Decision& decision, const Picks& picks);

/// Whether it is text that can be sent.
bool is_utf8(const std::string& text);

}  // namespace lawspeaker
