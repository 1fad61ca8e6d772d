#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <latch>
#include <string>

#include "scripted.hpp"

namespace {

/// A bot's process, its stderr in a pipe.
class Process {
public:
    Process(const char* program, const std::string& address) {
        std::array<int, 2> ends{};
        EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
        setenv("LAWSPEAKER_ADDRESS", address.c_str(), 1);
        process_ = fork();
        if (process_ == 0) {
            dup2(ends[1], STDERR_FILENO);
            execl(program, program, nullptr);
            _exit(127);
        }
        close(ends[1]);
        stderr_ = ends[0];
    }
    ~Process() {
        if (process_ > 0) kill(process_, SIGKILL);
        if (process_ > 0) waitpid(process_, nullptr, 0);
        close(stderr_);
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void signal(int number) const { kill(process_, number); }

    /// How it ended, as waitpid says.
    int status() {
        int status = 0;
        EXPECT_EQ(waitpid(process_, &status, 0), process_);
        process_ = 0;
        return status;
    }

    /// The next line that it writes.
    std::string line() const {
        std::string text;
        char byte = 0;
        while (read(stderr_, &byte, 1) == 1 && byte != '\n') text += byte;
        return text;
    }

    /// What it wrote until its end.
    std::string errors() const {
        std::string text;
        char byte = 0;
        while (read(stderr_, &byte, 1) == 1) text += byte;
        return text;
    }

private:
    pid_t process_ = 0;
    int stderr_ = 0;
};

std::string socket() { return "unix:" + testing::TempDir() + "lawspeaker-process-" + std::to_string(getpid()); }

/// A stream on which the bot is asked what it thinks about for ever.
Script thinking(std::latch& asked) {
    return [&asked](Table& table) {
        table.hello();
        table.start();
        table.ask();
        asked.count_down();
        table.wait_until_cancelled();
        return grpc::Status::OK;
    };
}

}  // namespace

TEST(Process, DialsARefereeThatIsNotThereYetAndSaysSo) {
    Process bot(RANDOM_BOT, socket());
    EXPECT_EQ(bot.line(), "lawspeaker-bot: no referee answers at " + socket() + " yet; trying for up to 30 s");
    const Script leave = [](Table& table) {
        table.hello();
        table.goodbye();
        return grpc::Status::OK;
    };
    const ScriptedReferee referee({leave}, socket());
    EXPECT_EQ(bot.status(), 0);
}

TEST(Process, EndsWithOneLineWhereItHasNoAddress) {
    Process bot(RANDOM_BOT, "");
    EXPECT_EQ(
        bot.errors(),
        "lawspeaker-bot: no referee's address: pass Options{.address = \"HOST:PORT\"} or set LAWSPEAKER_ADDRESS\n");
    EXPECT_EQ(WEXITSTATUS(bot.status()), 1);
}

TEST(Process, EndsOnCtrlCWith130HoweverLongTheBotThinks) {
    std::latch asked(1);
    const ScriptedReferee referee({thinking(asked)}, socket());
    Process bot(THINKER, referee.address());
    asked.wait();
    bot.signal(SIGINT);
    const int status = bot.status();
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 130);
    EXPECT_EQ(bot.errors(), "");
}

TEST(Process, EndsOnSigtermHoweverLongTheBotThinks) {
    std::latch asked(1);
    const ScriptedReferee referee({thinking(asked)}, socket());
    Process bot(THINKER, referee.address());
    asked.wait();
    bot.signal(SIGTERM);
    EXPECT_EQ(WTERMSIG(bot.status()), SIGTERM);
}

TEST(Process, EndsWithTheDecisionAtWhichTheBotReadTheWrongGame) {
    const ScriptedReferee referee({[](Table& table) {
                                      table.hello();
                                      table.start(a_match("mistaken"));
                                      table.ask(a_decision(7, "mistaken"));
                                      table.wait_until_cancelled();
                                      return grpc::Status::OK;
                                  }},
                                  socket());
    Process bot(THINKER, referee.address());
    const std::string told = bot.errors();
    EXPECT_TRUE(told.starts_with("lawspeaker-bot: the bot failed at test.one, decision 7 of mistaken: ")) << told;
    EXPECT_EQ(WEXITSTATUS(bot.status()), 1);
}

TEST(Process, EndsWithTheBotsErrorWithoutWaitingForItsOtherMatches) {
    const ScriptedReferee referee({[](Table& table) {
                                      table.hello();
                                      table.start(a_match("m"));
                                      table.ask(a_decision(1, "m"));
                                      table.start(a_match("buggy"));
                                      table.ask(a_decision(1, "buggy"));
                                      table.wait_until_cancelled();
                                      return grpc::Status::OK;
                                  }},
                                  socket());
    Process bot(THINKER, referee.address());
    EXPECT_EQ(bot.errors(),
              "lawspeaker-bot: the bot threw std::domain_error at test.one, decision 1 of buggy: my own mistake\n");
    EXPECT_EQ(WEXITSTATUS(bot.status()), 1);
}
