/** What this SDK is called on the wire. */
export const SDK = "typescript/0.1.0";

/** The version of the protocol that it speaks. */
export const PROTOCOL = 1;
