#include <cxxabi.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <lawspeaker/run.hpp>
#include <memory>
#include <string>
#include <typeinfo>

#include "log.hpp"
#include "session.hpp"

namespace lawspeaker {
namespace {

constexpr int kFailed = 1;
constexpr int kInterrupted = 130;  // as a shell says it

void end_on_ctrl_c() {
    std::signal(SIGINT, [](int) { std::_Exit(kInterrupted); });
}

/// At which decision the bot threw, to stand between words; empty if it did not, or elsewhere.
std::string where(const Session* session) {
    return session && !session->failed_at().empty() ? " at " + session->failed_at() : "";
}

std::string type_of(const std::exception& error) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, &status), std::free);
    return name ? name.get() : typeid(error).name();
}

/// Ends the process without waiting for what the bot still thinks about in other matches.
[[noreturn]] void fail(const std::string& line) {
    log(line);
    std::cout.flush();
    std::fflush(nullptr);
    std::_Exit(kFailed);
}

}  // namespace

void run(Bot& bot, const Options& options) { Session(bot, options).play(); }

int run_main(Bot& bot, const Options& options) {
    end_on_ctrl_c();
    setenv("GRPC_VERBOSITY", "NONE", 0);  // gRPC reads it before its first line; what matters comes as an error
    std::unique_ptr<Session> session;     // outlives the handlers below: its end would wait for the bot
    try {
        session = std::make_unique<Session>(bot, options);
        session->play();
        return 0;
    } catch (const BotError& error) {
        const std::string at = where(session.get());
        fail((at.empty() ? "" : "the bot failed" + at + ": ") + error.what());
    } catch (const std::exception& error) {
        fail("the bot threw " + type_of(error) + where(session.get()) + ": " + error.what());
    } catch (...) {
        fail("the bot threw what is no std::exception" + where(session.get()));
    }
}

}  // namespace lawspeaker
