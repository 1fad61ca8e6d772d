// Plays the referee's part of a transcript.
#pragma once

#include <lawspeaker/v1/referee_service.grpc.pb.h>
#include <lawspeaker/v1/transcript.pb.h>

#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

/// The entries of a file. Throws std::runtime_error if it is none.
std::vector<lawspeaker::v1::TranscriptEntry> entries_of(const std::string& path);

/// Works off the entries between header and end; what the bot does differently is a mismatch.
class TranscriptPlayer : public lawspeaker::v1::RefereeService::Service {
public:
    /// Header and end are the first and the last entry.
    explicit TranscriptPlayer(std::vector<lawspeaker::v1::TranscriptEntry> entries) : entries_(std::move(entries)) {}

    /// What was wrong, a line each; empty if the bot has done all that the transcript says and nothing else.
    std::string mismatches() const;

private:
    using Stream = grpc::ServerReaderWriter<lawspeaker::v1::PlayResponse, lawspeaker::v1::PlayRequest>;

    grpc::Status Play(grpc::ServerContext* context, Stream* stream) override;
    void hear(Stream& stream);
    void say(Stream& stream, const std::string& bytes);
    void wrong(const std::string& what);

    mutable std::mutex mutex_;
    std::vector<lawspeaker::v1::TranscriptEntry> entries_;
    std::size_t next_ = 1;
    std::string mismatches_;
};
