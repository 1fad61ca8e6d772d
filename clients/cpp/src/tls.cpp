#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <lawspeaker/errors.hpp>
#include <lawspeaker/tls.hpp>

#include "environment.hpp"
#include "tls_hint.hpp"

namespace lawspeaker {
namespace {

std::string read(const std::string& path, const std::string& what, const std::string& in_words) {
    if (std::filesystem::is_directory(path)) throw ConnectionRefused(path + ": " + std::strerror(EISDIR));
    std::ifstream file(path, std::ios::binary);
    std::string data{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw ConnectionRefused(path + ": " + std::strerror(errno));
    if (data.find(what + "-----") == std::string::npos)
        throw ConnectionRefused(path + " holds no " + in_words + " in PEM");
    if (data.find("ENCRYPTED") != std::string::npos)
        throw ConnectionRefused(path + " is locked with a password; give a key without one");
    return data;
}

bool holds(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

}  // namespace

std::shared_ptr<grpc::ChannelCredentials> tls_credentials(const std::string& ca, const std::string& cert,
                                                          const std::string& key) {
    if (cert.empty() != key.empty())
        throw ConnectionRefused(
            "a certificate and its key go together: set LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY");
    grpc::SslCredentialsOptions options;
    if (ca != "public") options.pem_root_certs = read(ca, "CERTIFICATE", "certificate");
    if (!key.empty()) {
        options.pem_private_key = read(key, "PRIVATE KEY", "private key");
        options.pem_cert_chain = read(cert, "CERTIFICATE", "certificate");
    }
    return grpc::SslCredentials(options);
}

std::shared_ptr<grpc::ChannelCredentials> credentials_of_environment() {
    const std::string ca = environment("LAWSPEAKER_TLS_CA");
    const std::string cert = environment("LAWSPEAKER_TLS_CERT");
    const std::string key = environment("LAWSPEAKER_TLS_KEY");
    if (!ca.empty()) return tls_credentials(ca, cert, key);
    if (!cert.empty() || !key.empty())
        throw ConnectionRefused(
            "LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY need LAWSPEAKER_TLS_CA: the file of the authority of the "
            "referee's certificate, or 'public'");
    return nullptr;
}

std::string tls_hint(const std::string& details, bool encrypted) {
    const std::string failed = "CERTIFICATE_VERIFY_FAILED: ";
    if (const auto at = details.find(failed); at != std::string::npos) {
        const auto from = at + failed.size();
        const std::string reason = details.substr(from, details.find(':', from) - from);
        return "the referee's certificate is not accepted (" + reason + ")" +
               (holds(reason, "expired") ? "" : "; does LAWSPEAKER_TLS_CA hold the authority that signed it?");
    }
    if (holds(details, "certificate verify failed"))  // of gRPC with OpenSSL, which gives no reason
        return "the referee's certificate is not accepted; does LAWSPEAKER_TLS_CA hold the authority that signed it, "
               "and "
               "is it still valid?";
    if (holds(details, "Hostname Verification") || holds(details, "is not in peer certificate"))
        return "the referee's certificate is for another name; dial one that stands in it";
    if (holds(details, "WRONG_VERSION_NUMBER") || holds(details, "wrong version number"))
        return "no TLS is spoken there; leave LAWSPEAKER_TLS_CA away if the network may be trusted";
    if (encrypted && (holds(details, "empty address list") || holds(details, "create security handshaker")))
        return "the files of LAWSPEAKER_TLS_CA, LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY cannot be used; "
               "is each whole, and the key that of the certificate?";
    if (!holds(details, "Socket closed") && !holds(details, "onnection reset")) return "";
    if (!encrypted) return "the connection was closed at once; if the referee speaks TLS, set LAWSPEAKER_TLS_CA";
    return "the connection was closed at once; if the referee asks for the bot's certificate, set LAWSPEAKER_TLS_CERT "
           "and LAWSPEAKER_TLS_KEY to one that has not expired, of an authority that it knows";
}

}  // namespace lawspeaker
