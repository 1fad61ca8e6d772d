#include "settings.hpp"

#include <grpc/grpc.h>
#include <grpcpp/create_channel.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <regex>
#include <sstream>

#include "environment.hpp"
#include "tls_hint.hpp"

namespace lawspeaker {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kReconnectWithin{60'000};
constexpr double kLongest = 1e9;  // seconds; what comes out of more would not fit
constexpr int kMostPort = 65535;
constexpr int kKeepaliveAnswerMs = 5000;
constexpr int kMostReceived = 16 << 20;  // bytes of a message from the referee, and of one to it
constexpr int kMostSent = 1 << 20;
constexpr int kFirstPauseMs = 100;  // between tries of the first connection; they grow from the one to the other
constexpr int kLongestPauseMs = 1000;

milliseconds reconnect_within_of_environment() {
    const std::string text = environment("LAWSPEAKER_RECONNECT_WITHIN");
    if (text.empty()) return kReconnectWithin;
    const char* const blanks = " \t\r\n";
    const char* const begin = text.data() + std::min(text.find_first_not_of(blanks), text.size());
    const char* const end = text.data() + (text.find_last_not_of(blanks) + 1);
    double seconds = -1;
    const auto [read, error] = std::from_chars(std::min(begin, end), end, seconds);
    if (error != std::errc() || read != end || !std::isfinite(seconds) || seconds < 0)
        throw ConnectionRefused("LAWSPEAKER_RECONNECT_WITHIN is '" + text +
                                "'; it must be a number of seconds, such as 60; 0 ends the bot with its connection");
    return std::chrono::ceil<milliseconds>(std::chrono::duration<double>(std::min(seconds, kLongest)));
}

/// Throws ConnectionRefused unless the address is HOST:PORT or unix:/PATH.
void check(const std::string& address) {
    static const std::regex dialled(R"(unix:.+|(?:\[[^\]\[\s]+\]|[^\]\[:/\s]+):([0-9]{1,5}))");
    static const std::regex url(R"([A-Za-z][A-Za-z0-9+.-]*:///*(?:[^/?#]*@)?(\[[^\]/]*\]|[^:/?#]+)?(:[0-9]+)?.*)");
    std::smatch found;
    if (std::regex_match(address, found, dialled) && (!found[1].matched || std::stoi(found[1]) <= kMostPort)) return;
    if (std::regex_match(address, found, url))
        throw ConnectionRefused("the referee's address is a URL, not HOST:PORT; give " +
                                (found[1].matched ? found[1].str() : "127.0.0.1") +
                                (found[2].matched ? found[2].str() : ":50051"));
    throw ConnectionRefused("the referee's address is '" + address +
                            "'; it must be HOST:PORT, such as 127.0.0.1:50051, or unix:/PATH");
}

/// Whether HOST:PORT or unix:/PATH is on this machine.
bool is_local(const std::string& address) {
    if (address.starts_with("unix:")) return true;
    std::string host = address.substr(0, address.rfind(':'));
    std::transform(host.begin(), host.end(), host.begin(), [](unsigned char c) { return std::tolower(c); });
    const bool ipv4 = host.find_first_not_of("0123456789.") == std::string::npos;
    return host == "localhost" || host == "[::1]" || (ipv4 && host.starts_with("127."));
}

/// gRPC cleans up after its last channel, and may wait 10 s for a poller of its own: let it live as long as the
/// process.
void keep_grpc() {
    static const bool kept = [] {
        grpc_init();
        return true;
    }();
    static_cast<void>(kept);
}

}  // namespace

Settings settings_of(const Options& options) {
    const std::string address = options.address.empty() ? environment("LAWSPEAKER_ADDRESS") : options.address;
    if (address.empty())
        throw ConnectionRefused(
            "no referee's address: pass Options{.address = \"HOST:PORT\"} or set LAWSPEAKER_ADDRESS");
    check(address);
    return {
        .address = address,
        .token = options.token ? *options.token : environment("LAWSPEAKER_TOKEN"),
        .credentials = options.credentials ? options.credentials : credentials_of_environment(),
        .connect_within = options.connect_within,
        .keepalive = options.keepalive,
        .reconnect_within = options.reconnect_within ? *options.reconnect_within : reconnect_within_of_environment()};
}

std::shared_ptr<grpc::Channel> channel_of(const Settings& settings) {
    keep_grpc();
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, static_cast<int>(settings.keepalive.count()));
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveAnswerMs);
    arguments.SetInt("grpc.http2.ping_timeout_ms", kKeepaliveAnswerMs);  // or newer gRPC waits a minute all the same
    arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);          // however long nothing was said
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // or it waits for gRPC's own back-off of a lost channel
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kFirstPauseMs);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kLongestPauseMs);
    if (is_local(settings.address)) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);  // or http_proxy has it
    arguments.SetMaxReceiveMessageSize(kMostReceived);
    arguments.SetMaxSendMessageSize(kMostSent);
    return grpc::CreateCustomChannel(
        settings.address, settings.credentials ? settings.credentials : grpc::InsecureChannelCredentials(), arguments);
}

std::string in_seconds(milliseconds time) {
    std::ostringstream text;
    text << std::chrono::duration<double>(time).count();
    return text.str();
}

}  // namespace lawspeaker
