"""What Special actions and other exceptions of cards do (NG-SPEC-01), as verbs and the frames that carry them out."""
