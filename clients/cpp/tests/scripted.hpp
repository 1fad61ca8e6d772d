// A referee that follows scripts, one a stream: functions that read the bot's messages and write their own.
#pragma once

#include <grpcpp/server.h>
#include <lawspeaker/v1/referee_service.grpc.pb.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <lawspeaker/bot.hpp>
#include <lawspeaker/run.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "messages.hpp"

/// The referee's end of one stream, in words.
class Table {
public:
    using Stream = grpc::ServerReaderWriter<lawspeaker::v1::PlayResponse, lawspeaker::v1::PlayRequest>;

    explicit Table(Stream& stream) : stream_(stream) {}

    /// Reads Hello without answering it.
    lawspeaker::v1::Hello read_hello();
    /// Reads Hello and welcomes the bot.
    lawspeaker::v1::Hello hello(bool batches = false);
    void start(const lawspeaker::v1::MatchStarted& started = a_match());
    void ask(const lawspeaker::v1::DecisionRequest& request = a_decision());
    lawspeaker::v1::Answer answer();
    /// Reads a message of answers.
    std::vector<lawspeaker::v1::Answer> answers();
    void reject(std::uint64_t decision_id, lawspeaker::v1::RejectReason reason, const std::string& match_id = "m");
    void over(const std::string& match_id = "m");
    void goodbye(int reason = lawspeaker::v1::GOODBYE_REASON_DONE, const std::string& message = "thank you");
    /// Ends the match and the stream.
    grpc::Status finish();
    /// Waits until the bot, or the server, has ended the call.
    void wait_until_cancelled();
    void say(const lawspeaker::v1::PlayResponse& response);
    /// Says as one message what is said meanwhile.
    void together(const std::function<void()>& saying);

private:
    Stream& stream_;
    lawspeaker::v1::PlayResponseBatch* batch_ = nullptr;
};

using Script = std::function<grpc::Status(Table&)>;

/// Thrown by a script: the whole server dies and another one comes at the same address.
struct Killed {};

grpc::Status cut(grpc::StatusCode code = grpc::StatusCode::UNAVAILABLE, const std::string& message = "cut");

/// The n-th stream follows the n-th script.
class ScriptedReferee : public lawspeaker::v1::RefereeService::Service {
public:
    /// Listens at unix:/PATH, or at HOST:0 for a free port.
    ScriptedReferee(std::vector<Script> scripts, const std::string& listen);
    ~ScriptedReferee() override;

    /// Where bots dial.
    const std::string& address() const { return address_; }
    /// How many scripts no stream has come for.
    std::size_t left() const;

private:
    grpc::Status Play(grpc::ServerContext* context, Table::Stream* stream) override;
    void serve();

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Script> scripts_;
    std::size_t next_ = 0;
    bool killed_ = false;
    bool closing_ = false;
    bool serving_ = false;
    std::string address_;
    std::jthread server_;
};

/// Runs a bot against scripts to its end. What the run throws comes out.
///
/// With one script the bot does not come back when the stream breaks, unless the options say so.
void play(lawspeaker::Bot& bot, std::vector<Script> scripts, lawspeaker::Options options = {}, bool tcp = false);

/// A bot that never decides the same way twice, and remembers what it was told.
class Fickle : public lawspeaker::Bot {
public:
    explicit Fickle(std::uint32_t max_matches = 1) : Bot({.name = "fickle", .max_matches = max_matches}) {}

    lawspeaker::Picks decide(lawspeaker::Decision& decision) override;
    void started(const lawspeaker::Match& match) override;
    void resumed(const lawspeaker::Match& match) override;
    void over(const lawspeaker::Result& result) override;
    void rejected(const lawspeaker::Rejection& rejection) override;

    std::vector<std::string> seen() const;
    /// How many lines of what was seen begin like that.
    std::ptrdiff_t count(const std::string& beginning) const;

private:
    void see(const std::string& what);

    mutable std::mutex mutex_;
    std::vector<std::string> seen_;
    const lawspeaker::Match* match_ = nullptr;
};
