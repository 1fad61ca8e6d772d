#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stop_token>
#include <string>
#include <thread>

#include "scripted.hpp"

namespace {

/// A listening socket that every variable names as proxy.
class Proxy : public testing::Test {
protected:
    Proxy() : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const place = reinterpret_cast<sockaddr*>(&address);
        EXPECT_EQ(bind(listener_, place, size), 0);
        EXPECT_EQ(listen(listener_, 8), 0);
        EXPECT_EQ(getsockname(listener_, place, &size), 0);
        const std::string url = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
        for (std::string name : {"http_proxy", "https_proxy", "grpc_proxy", "all_proxy"}) {
            setenv(name.c_str(), url.c_str(), 1);
            std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
            setenv(name.c_str(), url.c_str(), 1);
        }
        for (const char* name : {"no_proxy", "no_grpc_proxy"}) unsetenv(name);
    }
    ~Proxy() override { close(listener_); }

    /// The first line that it is asked.
    std::string asked() const {
        const int line = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        std::string text;
        char byte = 0;
        while (read(line, &byte, 1) == 1 && byte != '\r') text += byte;
        close(line);
        return text;
    }

private:
    int listener_;
};

}  // namespace

TEST_F(Proxy, IsNotUsedForThisMachine) {
    const Script leave = [](Table& table) {
        table.hello();
        table.goodbye();
        return grpc::Status::OK;
    };
    const std::string file = "unix:" + testing::TempDir() + "lawspeaker-proxy-" + std::to_string(getpid());
    for (const std::string& place : {std::string("127.0.0.1:0"), std::string("127.7.7.7:0"), std::string("localhost:0"),
                                     std::string("[::1]:0"), file}) {
        SCOPED_TRACE(place);
        const ScriptedReferee referee({leave}, place);
        Fickle bot;
        EXPECT_NO_THROW(
            lawspeaker::run(bot, {.address = referee.address(), .connect_within = std::chrono::seconds(20)}));
        EXPECT_EQ(referee.left(), 0U);
    }
}

TEST_F(Proxy, IsUsedForAnyOtherAddress) {
    std::stop_source stop;
    std::jthread dialling([token = stop.get_token()] {
        Fickle bot;
        lawspeaker::run(bot, {.address = "referee.invalid:50051", .stop = token});
    });
    EXPECT_EQ(asked(), "CONNECT referee.invalid:50051 HTTP/1.1");
    stop.request_stop();
}
