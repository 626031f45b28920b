import type { MouthCue, Viseme } from '#contract/visemes.ts'
import type { FlitePhone } from './flite.ts'

/** A diphthong has two mouth shapes; the second begins at this share of the phone's duration. */
const GLIDE_AT = 0.6
/** Viewers do not notice a shorter shape, and a mouth that changes so quickly looks nervous. */
export const MIN_CUE_MS = 30
/** A shorter pause within speech does not close the mouth. */
const MIN_REST_MS = 60

const SHAPES: Readonly<Record<string, readonly [Viseme, Viseme?]>> = {
  pau: ['sil'],
  p: ['PP'], b: ['PP'], m: ['PP'],
  f: ['FF'], v: ['FF'],
  th: ['TH'], dh: ['TH'],
  t: ['DD'], d: ['DD'],
  k: ['kk'], g: ['kk'], ng: ['kk'], hh: ['kk'],
  ch: ['CH'], jh: ['CH'], sh: ['CH'], zh: ['CH'],
  s: ['SS'], z: ['SS'],
  n: ['nn'], l: ['nn'],
  r: ['RR'], er: ['RR'], axr: ['RR'],
  aa: ['aa'], ah: ['aa'], ax: ['aa'], ae: ['aa'], ay: ['aa', 'I'], aw: ['aa', 'U'],
  eh: ['E'], ey: ['E', 'I'],
  ih: ['I'], iy: ['I'], y: ['I'],
  ao: ['O'], ow: ['O', 'U'], oy: ['O', 'I'],
  uh: ['U'], uw: ['U'], w: ['U'],
} // oxfmt-ignore

/**
 * The mouth cues for these phones, with the same time base. The first cue is at 0, neighbouring cues differ, and the
 * last one is `sil` at the end of the speech. Cues shorter than `MIN_CUE_MS` are merged into a neighbour, except for
 * closed lips (p, b, m), which are extended instead, because viewers notice first if the mouth stays open there.
 */
export function phonesToMouth(phones: readonly FlitePhone[]): MouthCue[] {
  const cues: MouthCue[] = []
  for (const { phone, startMs, endMs } of phones) {
    const [first, second] = SHAPES[phone] ?? ['aa']
    if (first === 'sil' && endMs - startMs < MIN_REST_MS) continue
    cues.push({ atMs: startMs, viseme: first })
    if (second) cues.push({ atMs: startMs + (endMs - startMs) * GLIDE_AT, viseme: second })
  }
  const endMs = phones.at(-1)?.endMs ?? 0
  const lastSpoken = phones.findLast(({ phone }) => phone !== 'pau')
  const restAtMs = lastSpoken?.endMs ?? 0
  return closed(withoutShort(cues, endMs), restAtMs)
}

function withoutShort(cues: readonly MouthCue[], endMs: number): MouthCue[] {
  const kept: MouthCue[] = []
  for (const [index, cue] of cues.entries()) {
    const previous = kept.at(-1)
    if (previous?.viseme === cue.viseme) continue
    const untilMs = cues[index + 1]?.atMs ?? endMs
    const isShort = untilMs - cue.atMs < MIN_CUE_MS
    if (isShort && cue.viseme !== 'PP' && previous) continue
    // A cue that follows too soon is delayed, so that the lips have time to close.
    const atMs = previous ? Math.max(cue.atMs, previous.atMs + MIN_CUE_MS) : cue.atMs
    if (atMs < untilMs || cue.viseme === 'PP') kept.push({ atMs, viseme: cue.viseme })
  }
  return kept
}

function closed(cues: readonly MouthCue[], restAtMs: number): MouthCue[] {
  const mouth = cues
    .filter(({ atMs }) => atMs < restAtMs)
    .map(({ atMs, viseme }) => ({ atMs: Math.round(atMs), viseme }))
  const first = mouth[0]
  if (first) {
    if (first.viseme === 'sil' || first.atMs < MIN_CUE_MS) first.atMs = 0
    else mouth.unshift({ atMs: 0, viseme: 'sil' })
  }
  if (mouth.at(-1)?.viseme !== 'sil') mouth.push({ atMs: Math.round(restAtMs), viseme: 'sil' })
  return mouth
}
