"""Cards: their rows, what belongs to playing them, and the verbs that rows use."""
