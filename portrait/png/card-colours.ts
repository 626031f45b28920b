import { oklch } from '../src/colour.ts'

/** The light theme's paper and ink, as in the site's tokens. */
export const PAPER = oklch(0.972, 0.013, 84)
export const INK = oklch(0.235, 0.018, 52)
export const INK_SOFT = oklch(0.41, 0.022, 56)
export const ACCENT = oklch(0.555, 0.195, 33)
