"""The gRPC service: streams of bots, who is let in, and how much anybody may send."""
