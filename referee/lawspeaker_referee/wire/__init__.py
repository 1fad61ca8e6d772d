"""Values of the engine as messages of the wire, and back."""
