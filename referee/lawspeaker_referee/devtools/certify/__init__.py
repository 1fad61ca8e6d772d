"""The trials of `lawspeaker certify`: a session plays with the bot, and a proxy causes what goes wrong.

It may use every layer but `cli`, and nothing else uses it.
"""
