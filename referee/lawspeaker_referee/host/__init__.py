"""Hosts of matches: the queue of bots that dial in, pools of bots that the referee starts, resumes and reruns.

It imports the packages from `config` to `server`, and knows no tournament, ladder or command.
"""
