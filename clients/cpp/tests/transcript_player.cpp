#include "transcript_player.hpp"

#include <google/protobuf/util/delimited_message_util.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace v1 = lawspeaker::v1;
using v1::TranscriptEntry;

namespace {

/// What two messages of bots must have in common; a batch of answers is a message for each.
std::vector<std::string> essences(v1::PlayRequest request) {
    if (request.has_hello()) {
        request.mutable_hello()->clear_token();
        request.mutable_hello()->clear_sdk();
        request.mutable_hello()->clear_batches();
    }
    if (request.has_answer()) request.mutable_answer()->clear_annotation();
    if (!request.has_answer_batch()) return {request.SerializeAsString()};
    std::vector<std::string> singles;
    for (v1::Answer& answer : *request.mutable_answer_batch()->mutable_answers()) {
        answer.clear_annotation();
        v1::PlayRequest single;
        *single.mutable_answer() = std::move(answer);
        singles.push_back(single.SerializeAsString());
    }
    return singles;
}

v1::PlayRequest request_of(const std::string& bytes) {
    v1::PlayRequest request;
    if (!request.ParseFromString(bytes)) throw std::runtime_error("the transcript has a message that cannot be read");
    return request;
}

}  // namespace

std::vector<TranscriptEntry> entries_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    google::protobuf::io::IstreamInputStream input(&file);
    std::vector<TranscriptEntry> entries;
    bool at_end = false;
    TranscriptEntry entry;
    while (google::protobuf::util::ParseDelimitedFromZeroCopyStream(&entry, &input, &at_end)) {
        entries.push_back(entry);
        entry.Clear();
    }
    if (!at_end || entries.size() < 2 || !entries.front().has_header() || !entries.back().has_run_ends())
        throw std::runtime_error(path + " is no transcript");
    return entries;
}

std::string TranscriptPlayer::mismatches() const {
    const std::lock_guard lock(mutex_);
    if (next_ + 1 == entries_.size()) return mismatches_;
    return mismatches_ + "the run ended before entry " + std::to_string(next_) + "\n" + entries_[next_].DebugString();
}

void TranscriptPlayer::wrong(const std::string& what) {
    mismatches_ += "entry " + std::to_string(next_) + ": " + what + "\n";
}

grpc::Status TranscriptPlayer::Play(grpc::ServerContext* /*context*/, Stream* stream) {
    const std::lock_guard lock(mutex_);  // one stream at a time
    if (!entries_[next_].has_bot_dials()) {
        wrong("the bot dials");
        return {grpc::StatusCode::PERMISSION_DENIED, "nobody is expected"};
    }
    ++next_;
    while (mismatches_.empty()) {
        const TranscriptEntry& entry = entries_[next_];
        if (entry.has_stream_ends()) {
            ++next_;
            return {static_cast<grpc::StatusCode>(entry.stream_ends().status()), entry.stream_ends().message()};
        }
        if (entry.has_from_referee()) {
            say(*stream, entry.from_referee());
            ++next_;
        } else {
            hear(*stream);
        }
    }
    return {grpc::StatusCode::PERMISSION_DENIED, mismatches_};
}

/// Hears all messages that follow each other in the transcript, in any order.
void TranscriptPlayer::hear(Stream& stream) {
    std::vector<std::string> expected;
    for (; entries_[next_].has_from_bot(); ++next_)
        std::ranges::move(essences(request_of(entries_[next_].from_bot())), std::back_inserter(expected));
    while (!expected.empty() && mismatches_.empty()) {
        v1::PlayRequest request;
        if (!stream.Read(&request)) return wrong("the bot ends the stream");
        for (const std::string& single : essences(request)) {
            const auto found = std::ranges::find(expected, single);
            if (found == expected.end())
                return wrong("the bot says\n" + request_of(single).DebugString() + "and not\n" +
                             (expected.empty() ? "anything more" : request_of(expected.front()).DebugString()));
            expected.erase(found);
        }
    }
}

/// Says what C++ makes of the bytes: it keeps what it does not know, which is checked.
void TranscriptPlayer::say(Stream& stream, const std::string& bytes) {
    v1::PlayResponse response;
    if (!response.ParseFromString(bytes)) return wrong("the stubs cannot read it");
    if (response.ByteSizeLong() != bytes.size()) return wrong("the stubs lose some of it");
    stream.Write(response);
}
