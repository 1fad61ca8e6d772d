// TLS for bots.
#pragma once

#include <grpcpp/security/credentials.h>

#include <memory>
#include <string>

namespace lawspeaker {

/// Credentials for `Options`, from files in PEM. Throws ConnectionRefused for a file that cannot be read.
///
/// `ca` holds the authorities that the referee's certificate may be of, or is `public`: those of the system. `cert` and
/// `key` are the bot's own, for a referee that asks for them.
std::shared_ptr<grpc::ChannelCredentials> tls_credentials(const std::string& ca, const std::string& cert = {},
                                                          const std::string& key = {});

}  // namespace lawspeaker
