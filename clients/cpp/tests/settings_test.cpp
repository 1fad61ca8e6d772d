#include "settings.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <lawspeaker/errors.hpp>
#include <lawspeaker/tls.hpp>
#include <map>
#include <string>

#include "tls_hint.hpp"

using lawspeaker::ConnectionRefused;
using lawspeaker::Options;
using lawspeaker::settings_of;
using lawspeaker::tls_hint;
using std::chrono::milliseconds;

namespace {

const char* const kVariables[] = {"LAWSPEAKER_ADDRESS",  "LAWSPEAKER_TOKEN",   "LAWSPEAKER_TLS_CA",
                                  "LAWSPEAKER_TLS_CERT", "LAWSPEAKER_TLS_KEY", "LAWSPEAKER_RECONNECT_WITHIN"};

/// The line of the error that these variables lead to; empty if there is none.
std::string line(const std::map<std::string, std::string>& environment, const Options& options = {}) {
    for (const char* name : kVariables) unsetenv(name);
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    try {
        settings_of(options);
    } catch (const ConnectionRefused& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(Settings, AreOfTheOptionsFirstAndThenOfTheEnvironment) {
    ASSERT_EQ(line({{"LAWSPEAKER_ADDRESS", "here:1"}, {"LAWSPEAKER_TOKEN", "secret"}}), "");
    EXPECT_EQ(settings_of({}).address, "here:1");
    EXPECT_EQ(settings_of({}).token, "secret");
    EXPECT_EQ(settings_of({}).credentials, nullptr);
    EXPECT_EQ(settings_of({.address = "there:2", .token = ""}).address, "there:2");
    EXPECT_EQ(settings_of({.token = ""}).token, "");
}

TEST(Settings, WithoutAnAddressNameTheVariable) {
    EXPECT_EQ(line({}), "no referee's address: pass Options{.address = \"HOST:PORT\"} or set LAWSPEAKER_ADDRESS");
}

TEST(Settings, RefuseAUrlWithTheAddressThatItHolds) {
    for (const auto& [url, place] :
         std::map<std::string, std::string>{{"http://127.0.0.1:50051", "127.0.0.1:50051"},
                                            {"https://bots.example:443/play?token=1#x", "bots.example:443"},
                                            {"HTTP://bots.example", "bots.example:50051"},
                                            {"grpc+tls://me:secret@[::1]:9", "[::1]:9"},
                                            {"http://[::1]", "[::1]:50051"},
                                            {"dns:///bots.example:1", "bots.example:1"},
                                            {"http://", "127.0.0.1:50051"}}) {
        EXPECT_EQ(line({{"LAWSPEAKER_ADDRESS", url}}), "the referee's address is a URL, not HOST:PORT; give " + place);
        EXPECT_EQ(line({{"LAWSPEAKER_ADDRESS", place}}), "");
    }
}

TEST(Settings, SayWhatAnAddressLooksLikeWhereThereIsNone) {
    for (const std::string address :
         {"localhost", "localhost:", ":50051", "localhost:port", "localhost:65536", "localhost:99999", "localhost:-1",
          "::1:50051", "[::1]", "localhost:50051/x", "localhost:50051 ", "unix:"})
        EXPECT_EQ(
            line({{"LAWSPEAKER_ADDRESS", address}}),
            "the referee's address is '" + address + "'; it must be HOST:PORT, such as 127.0.0.1:50051, or unix:/PATH");
}

TEST(Settings, TakeEveryAddressThatCanBeDialled) {
    for (const char* address : {"localhost:1", "127.0.0.1:65535", "my_bots.example:50051", "[::1]:50051",
                                "[fe80::1%eth0]:1", "unix:/run/referee", "unix:referee", "unix:///run/referee"})
        EXPECT_EQ(line({{"LAWSPEAKER_ADDRESS", address}}), "");
}

TEST(Settings, HaveTheSecondsThatALostConnectionIsTriedFor) {
    for (const auto& [text, within] :
         std::map<std::string, int>{{"", 60'000}, {"0", 0}, {"2.5", 2500}, {"1e2", 100'000}, {" 3\r\n", 3000}}) {
        ASSERT_EQ(line({{"LAWSPEAKER_ADDRESS", "a:1"}, {"LAWSPEAKER_RECONNECT_WITHIN", text}}), "");
        EXPECT_EQ(settings_of({}).reconnect_within, milliseconds(within));
        EXPECT_EQ(settings_of({}).connect_within, milliseconds(30'000));
    }
    EXPECT_EQ(settings_of({.reconnect_within = milliseconds(7)}).reconnect_within, milliseconds(7));
    for (const std::string text : {"soon", "-1", "nan", "inf", "1s", " "})
        EXPECT_EQ(line({{"LAWSPEAKER_ADDRESS", "a:1"}, {"LAWSPEAKER_RECONNECT_WITHIN", text}}),
                  "LAWSPEAKER_RECONNECT_WITHIN is '" + text +
                      "'; it must be a number of seconds, such as 60; 0 ends the bot with its connection");
}

TEST(Settings, ReadTheFilesOfTlsAndSayWhatIsWrongWithThem) {
    const std::string place = testing::TempDir();
    const std::string pem = place + "lawspeaker-ca.pem";
    const std::string other = place + "lawspeaker-other.pem";
    std::ofstream(pem) << "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n";
    std::ofstream(other) << "nothing";
    const std::map<std::string, std::string> there{{"LAWSPEAKER_ADDRESS", "a:1"}};
    const auto with = [&](std::map<std::string, std::string> more) {
        more.insert(there.begin(), there.end());
        return line(more);
    };
    EXPECT_EQ(with({{"LAWSPEAKER_TLS_CA", pem}}), "");
    EXPECT_NE(settings_of({}).credentials, nullptr);
    EXPECT_EQ(with({{"LAWSPEAKER_TLS_CA", "public"}}), "");
    EXPECT_EQ(with({{"LAWSPEAKER_TLS_CA", "/no/such/file"}}), "/no/such/file: No such file or directory");
    EXPECT_EQ(with({{"LAWSPEAKER_TLS_CA", place}}), place + ": Is a directory");
    EXPECT_EQ(with({{"LAWSPEAKER_TLS_CA", other}}), other + " holds no certificate in PEM");
    EXPECT_EQ(with({{"LAWSPEAKER_TLS_CA", pem}, {"LAWSPEAKER_TLS_CERT", pem}}),
              "a certificate and its key go together: set LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY");
    EXPECT_EQ(with({{"LAWSPEAKER_TLS_CERT", pem}, {"LAWSPEAKER_TLS_KEY", pem}}),
              "LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY need LAWSPEAKER_TLS_CA: the file of the authority of the "
              "referee's certificate, or 'public'");
    EXPECT_EQ(with({{"LAWSPEAKER_TLS_CA", pem}, {"LAWSPEAKER_TLS_CERT", pem}, {"LAWSPEAKER_TLS_KEY", pem}}),
              pem + " holds no private key in PEM");
    std::ofstream(other) << "-----BEGIN ENCRYPTED PRIVATE KEY-----\n";
    EXPECT_EQ(with({{"LAWSPEAKER_TLS_CA", pem}, {"LAWSPEAKER_TLS_CERT", pem}, {"LAWSPEAKER_TLS_KEY", other}}),
              other + " is locked with a password; give a key without one");
    line({});
}

TEST(Settings, HintAtWhatIsWrongWithTlsByTheWordsOfGrpc) {
    EXPECT_EQ(tls_hint("...CERTIFICATE_VERIFY_FAILED: certificate has expired: more", true),
              "the referee's certificate is not accepted (certificate has expired)");
    EXPECT_EQ(
        tls_hint("Ssl handshake failed: SSL_ERROR_SSL: error:0A000086:SSL routines::certificate verify failed", true),
        "the referee's certificate is not accepted; does LAWSPEAKER_TLS_CA hold the authority that signed it, and is "
        "it still valid?");
    for (const char* details :
         {"Peer name 127.0.0.1 is not in peer certificate", "Hostname Verification Check failed."})
        EXPECT_EQ(tls_hint(details, true), "the referee's certificate is for another name; dial one that stands in it");
    EXPECT_EQ(tls_hint("SSL_ERROR_SSL: error:0A00010B:SSL routines::wrong version number", true),
              "no TLS is spoken there; leave LAWSPEAKER_TLS_CA away if the network may be trusted");
    EXPECT_EQ(tls_hint("Socket closed", false),
              "the connection was closed at once; if the referee speaks TLS, set LAWSPEAKER_TLS_CA");
    EXPECT_EQ(tls_hint("Socket closed", true),
              "the connection was closed at once; if the referee asks for the bot's certificate, set "
              "LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY to one that has not expired, of an authority that it knows");
    for (const char* details : {"empty address list: ", "Failed to create security handshaker."}) {
        EXPECT_EQ(tls_hint(details, true),
                  "the files of LAWSPEAKER_TLS_CA, LAWSPEAKER_TLS_CERT and LAWSPEAKER_TLS_KEY cannot be used; is each "
                  "whole, and the key that of the certificate?");
        EXPECT_EQ(tls_hint(details, false), "");
    }
    EXPECT_EQ(tls_hint("failed to connect to all addresses", false), "");
}
