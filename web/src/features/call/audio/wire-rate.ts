/**
 * The wire's rate again, for the worklets: importing it from the contract would carry zod into the audio thread.
 * A test holds the two together.
 */
export const WIRE_SAMPLE_RATE_HZ = 24_000
