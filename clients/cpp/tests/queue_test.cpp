#include "queue.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

using lawspeaker::Queue;
using lawspeaker::SteadyClock;

TEST(Queue, GivesWhatCameFirst) {
    Queue<std::unique_ptr<int>> queue;
    for (const int number : {1, 2}) queue.push(std::make_unique<int>(number));
    EXPECT_EQ(**queue.pop({}), 1);
    EXPECT_EQ(**queue.pop({}), 2);
}

TEST(Queue, GivesNothingOnceTheDeadlineIsPast) {
    Queue<int> queue;
    EXPECT_EQ(queue.pop({}, SteadyClock::now()), std::nullopt);
}

TEST(Queue, EndsItsWaitAsSoonAsItIsAskedToStop) {
    Queue<int> queue;
    std::stop_source stop;
    std::jthread asks([&] { stop.request_stop(); });
    EXPECT_EQ(queue.pop(stop.get_token()), std::nullopt);
}
