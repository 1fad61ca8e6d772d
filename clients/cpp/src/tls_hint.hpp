// TLS as a session sees it: credentials of the environment, and what to do when a connection does not come about.
#pragma once

#include <grpcpp/security/credentials.h>

#include <memory>
#include <string>

namespace lawspeaker {

/// Those of LAWSPEAKER_TLS_CA, LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY; null if they are not set.
std::shared_ptr<grpc::ChannelCredentials> credentials_of_environment();

/// What is probably wrong, by gRPC's words for a connection that failed; empty if they tell nothing of TLS.
std::string tls_hint(const std::string& details, bool encrypted);

}  // namespace lawspeaker
