"""Special actions and other exceptions of cards (NG-SPEC-01): verbs, and the frames that carry them out."""
