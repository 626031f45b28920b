import type { MouthCue, Viseme } from '#contract/visemes.ts'

/** "Hello, my name is … I'm glad you are here": every kind of shape once, and lips that close. */
const SHAPES: readonly [Viseme, number][] = [
  ['sil', 120],
  ['E', 130],
  ['nn', 80],
  ['O', 220],
  ['sil', 160],
  ['PP', 110],
  ['aa', 190],
  ['nn', 90],
  ['E', 150],
  ['PP', 110],
  ['I', 120],
  ['SS', 130],
  ['sil', 140],
  ['aa', 160],
  ['PP', 110],
  ['kk', 80],
  ['aa', 180],
  ['DD', 80],
  ['U', 200],
  ['RR', 120],
  ['FF', 120],
  ['I', 220],
  ['sil', 0],
]

export const SAMPLE_CUES: readonly MouthCue[] = SHAPES.map(([viseme], index) => ({
  viseme,
  atMs: SHAPES.slice(0, index).reduce((sum, [, lengthMs]) => sum + lengthMs, 0),
}))

export const SAMPLE_MS = SHAPES.reduce((sum, [, lengthMs]) => sum + lengthMs, 0)
