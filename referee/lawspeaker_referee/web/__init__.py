"""Pages for browsers: the HTTP server with its limits, and the pages of the matches of a folder of records.

No gRPC here, and nothing of a match that runs but what `LiveMatches` gives.
"""
