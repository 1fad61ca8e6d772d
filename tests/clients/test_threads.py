import threading

import pytest

from lawspeaker_bot.threads import DaemonThreads


def test_threads_take_work_in_order_and_start_only_as_needed():
    pool, order = DaemonThreads(1), []
    for each in [pool.submit(order.append, number) for number in range(50)]:
        each.result(10)
    assert order == list(range(50))
    with pytest.raises(ZeroDivisionError):
        pool.submit(lambda: 1 / 0).result(10)
    assert pool.submit(lambda: threading.current_thread().daemon).result(10)


def test_threads_work_side_by_side_up_to_their_number():
    pool, together = DaemonThreads(3), threading.Barrier(3)
    for each in [pool.submit(together.wait, 10) for _ in range(3)]:
        each.result(10)
    go, running = threading.Event(), threading.Barrier(4)

    def work():
        running.wait(10)
        go.wait(10)

    busy = [pool.submit(work) for _ in range(3)]
    running.wait(10)
    late = pool.submit(int)
    pool.shutdown()
    assert late.cancelled()
    go.set()
    assert [each.result(10) for each in busy] == [None] * 3
