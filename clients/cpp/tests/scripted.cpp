#include "scripted.hpp"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace v1 = lawspeaker::v1;
using std::chrono::milliseconds;

v1::Hello Table::read_hello() {
    v1::PlayRequest request;
    EXPECT_TRUE(stream_.Read(&request) && request.has_hello());
    return request.hello();
}

v1::Hello Table::hello(bool batches) {
    v1::Hello hello = read_hello();
    v1::PlayResponse response;
    response.mutable_welcome()->set_protocol(1);
    response.mutable_welcome()->set_batches(batches);
    say(response);
    return hello;
}

void Table::start(const v1::MatchStarted& started) {
    v1::PlayResponse response;
    *response.mutable_match_started() = started;
    say(response);
}

void Table::ask(const v1::DecisionRequest& request) {
    v1::PlayResponse response;
    *response.mutable_decision_request() = request;
    say(response);
}

v1::Answer Table::answer() {
    v1::PlayRequest request;
    EXPECT_TRUE(stream_.Read(&request) && request.has_answer());
    return request.answer();
}

std::vector<v1::Answer> Table::answers() {
    v1::PlayRequest request;
    EXPECT_TRUE(stream_.Read(&request) && (request.has_answer() || request.answer_batch().answers_size() > 1));
    if (request.has_answer()) return {request.answer()};
    return {request.answer_batch().answers().begin(), request.answer_batch().answers().end()};
}

void Table::reject(std::uint64_t decision_id, v1::RejectReason reason, const std::string& match_id) {
    v1::PlayResponse response;
    v1::AnswerRejected* rejected = response.mutable_answer_rejected();
    rejected->set_match_id(match_id);
    rejected->set_decision_id(decision_id);
    rejected->set_reason(reason);
    rejected->set_message("that was wrong");
    say(response);
}

void Table::over(const std::string& match_id) {
    v1::PlayResponse response;
    v1::MatchOver* over = response.mutable_match_over();
    over->set_match_id(match_id);
    for (const std::uint32_t rank : {1, 2}) over->mutable_outcome()->add_ranks(rank);
    say(response);
}

void Table::goodbye(int reason, const std::string& message) {
    v1::PlayResponse response;
    response.mutable_goodbye()->set_reason(static_cast<v1::GoodbyeReason>(reason));
    response.mutable_goodbye()->set_message(message);
    say(response);
}

void Table::say(const v1::PlayResponse& response) {
    if (batch_)
        *batch_->add_responses() = response;
    else
        stream_.Write(response);
}

void Table::together(const std::function<void()>& saying) {
    v1::PlayResponse response;
    v1::PlayResponseBatch* const outer = std::exchange(batch_, response.mutable_batch());
    saying();
    batch_ = outer;
    say(response);
}

grpc::Status Table::finish() {
    over();
    goodbye();
    return grpc::Status::OK;
}

void Table::wait_until_cancelled() {
    v1::PlayRequest request;
    while (stream_.Read(&request)) {
    }
}

grpc::Status cut(grpc::StatusCode code, const std::string& message) { return {code, message}; }

ScriptedReferee::ScriptedReferee(std::vector<Script> scripts, const std::string& listen)
    : scripts_(std::move(scripts)), address_(listen), server_([this] { serve(); }) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return serving_; });
}

ScriptedReferee::~ScriptedReferee() {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    changed_.notify_all();
}

std::size_t ScriptedReferee::left() const {
    const std::lock_guard lock(mutex_);
    return scripts_.size() - next_;
}

/// Servers come one after the other, each until it is killed.
void ScriptedReferee::serve() {
    std::unique_lock lock(mutex_);
    while (!closing_) {
        int port = 0;
        grpc::ServerBuilder builder;
        builder.AddListeningPort(address_, grpc::InsecureServerCredentials(), &port);
        builder.AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, 0);  // or it takes ever more of what nobody reads
        builder.RegisterService(this);
        const auto server = builder.BuildAndStart();
        ASSERT_TRUE(server) << address_;
        if (!address_.starts_with("unix:"))
            address_ = address_.substr(0, address_.rfind(':') + 1) + std::to_string(port);
        serving_ = true;
        changed_.notify_all();
        changed_.wait(lock, [this] { return killed_ || closing_; });
        killed_ = false;
        lock.unlock();
        server->Shutdown(std::chrono::system_clock::now());
        lock.lock();
    }
}

grpc::Status ScriptedReferee::Play(grpc::ServerContext* /*context*/, Table::Stream* stream) {
    Script script;
    {
        const std::lock_guard lock(mutex_);
        if (next_ == scripts_.size()) return {grpc::StatusCode::PERMISSION_DENIED, "there are no more scripts"};
        script = scripts_[next_++];
    }
    Table table(*stream);
    try {
        return script(table);
    } catch (const Killed&) {
        {
            const std::lock_guard lock(mutex_);
            killed_ = true;
            changed_.notify_all();
        }
        table.wait_until_cancelled();
        return grpc::Status::CANCELLED;
    }
}

void play(lawspeaker::Bot& bot, std::vector<Script> scripts, lawspeaker::Options options, bool tcp) {
    static std::atomic<int> plays = 0;
    if (!options.reconnect_within) options.reconnect_within = milliseconds(scripts.size() > 1 ? 10'000 : 0);
    const std::string socket =
        testing::TempDir() + "lawspeaker-" + std::to_string(getpid()) + "-" + std::to_string(++plays);
    ScriptedReferee referee(std::move(scripts), tcp ? "127.0.0.1:0" : "unix:" + socket);
    options.address = referee.address();
    options.backoff.first = milliseconds(2);
    options.backoff.longest = milliseconds(20);
    lawspeaker::run(bot, options);
    EXPECT_EQ(referee.left(), 0U) << "the bot did not come for every script";
}

lawspeaker::Picks Fickle::decide(lawspeaker::Decision& decision) {
    see("decide " + std::to_string(decision.decision_id()));
    decision.annotate("take " + std::to_string(seen().size()));
    return {static_cast<std::size_t>(count("decide")) % decision.option_count()};
}

void Fickle::started(const lawspeaker::Match& match) {
    see("started " + match.match_id());
    match_ = &match;
}

void Fickle::resumed(const lawspeaker::Match& match) {
    see("resumed " + match.match_id());
    EXPECT_TRUE(profile().max_matches > 1 || match_ == &match) << "it is the object that started was given";
}

void Fickle::over(const lawspeaker::Result& result) {
    see("over " + result.match.match_id() + (result.lost.empty() ? "" : " lost"));
}

void Fickle::rejected(const lawspeaker::Rejection& rejection) {
    see("rejected " + v1::RejectReason_Name(rejection.reason));
    Bot::rejected(rejection);
}

void Fickle::see(const std::string& what) {
    const std::lock_guard lock(mutex_);
    seen_.push_back(what);
}

std::vector<std::string> Fickle::seen() const {
    const std::lock_guard lock(mutex_);
    return seen_;
}

std::ptrdiff_t Fickle::count(const std::string& beginning) const {
    const std::lock_guard lock(mutex_);
    return std::ranges::count_if(seen_, [&](const std::string& line) { return line.starts_with(beginning); });
}
