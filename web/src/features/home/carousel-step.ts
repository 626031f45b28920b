/** One slide forward or back. */
export type Step = (direction: 1 | -1) => void
