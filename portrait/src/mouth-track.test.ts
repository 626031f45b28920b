import { describe, expect, it } from 'vitest'
import { VISEMES, type MouthCue } from '#contract/visemes.ts'
import { mouthPoseAt, mouthPoseOfLevel } from './mouth-track.ts'
import { mouthMotion } from './mouth.ts'
import { PEOPLE } from './people.ts'
import { REST_MOUTH, mouthOfViseme } from './pose.ts'

/** "Mama", quickly. */
const MAMA: MouthCue[] = [
  { atMs: 0, viseme: 'sil' },
  { atMs: 200, viseme: 'PP' },
  { atMs: 260, viseme: 'aa' },
  { atMs: 380, viseme: 'PP' },
  { atMs: 440, viseme: 'aa' },
  { atMs: 600, viseme: 'sil' },
]

describe('mouthPoseAt', () => {
  it('rests without cues and before them', () => {
    expect(mouthPoseAt([], 100)).toEqual(REST_MOUTH)
    expect(mouthPoseAt([{ atMs: 1000, viseme: 'aa' }], 0)).toEqual(REST_MOUTH)
  })

  it('closes the lips fully at the middle of every p, b and m', () => {
    expect(mouthPoseAt(MAMA, 230)).toEqual(mouthOfViseme('PP'))
    expect(mouthPoseAt(MAMA, 410)).toEqual(mouthOfViseme('PP'))
  })

  it('opens for the vowels between them and comes to rest at the end', () => {
    expect(mouthPoseAt(MAMA, 320).open).toBeCloseTo(mouthOfViseme('aa').open)
    expect(mouthPoseAt(MAMA, 2000)).toEqual(REST_MOUTH)
  })

  it('moves without jumps', () => {
    let before = mouthPoseAt(MAMA, -300)
    for (let timeMs = -299; timeMs < 900; timeMs += 1) {
      const mouth = mouthPoseAt(MAMA, timeMs)
      for (const key of ['open', 'wide', 'round', 'teeth', 'tongue'] as const) {
        expect(Math.abs(mouth[key] - before[key])).toBeLessThan(0.07)
      }
      before = mouth
    }
  })

  it('does not fully open for a very short vowel, but always closes the lips for a short consonant', () => {
    const quick: MouthCue[] = [
      { atMs: 0, viseme: 'nn' },
      { atMs: 200, viseme: 'aa' },
      { atMs: 230, viseme: 'nn' },
      { atMs: 400, viseme: 'PP' },
      { atMs: 430, viseme: 'nn' },
    ]
    expect(mouthPoseAt(quick, 215).open).toBeLessThan(0.85)
    expect(mouthPoseAt(quick, 215).open).toBeGreaterThan(mouthOfViseme('nn').open)
    expect(mouthPoseAt(quick, 415)).toEqual(mouthOfViseme('PP'))
  })

  it('copes with two cues at the same moment', () => {
    const twice: MouthCue[] = [
      { atMs: 0, viseme: 'aa' },
      { atMs: 100, viseme: 'U' },
      { atMs: 100, viseme: 'E' },
    ]
    for (let timeMs = -50; timeMs < 300; timeMs += 1) expect(mouthPoseAt(twice, timeMs).open).not.toBeNaN()
  })
})

describe('mouthPoseOfLevel', () => {
  it('is closed in silence and opens with the level', () => {
    expect(mouthPoseOfLevel(0)).toEqual({ ...REST_MOUTH, tongue: mouthPoseOfLevel(0).tongue })
    const opens = [0, 0.25, 0.5, 0.75, 1].map((level) => mouthPoseOfLevel(level).open)
    expect(opens).toEqual(opens.toSorted((one, other) => one - other))
    expect(mouthPoseOfLevel(Number.NaN).open).toBe(0)
    expect(mouthPoseOfLevel(9)).toEqual(mouthPoseOfLevel(1))
  })
})

/** The gap between the lips at the middle of the mouth, read from the path of the opening. */
function gapOf(cavity: string): number {
  const heights = [...cavity.matchAll(/C[^CQ]*? 197 (-?[\d.]+)|203 (-?[\d.]+)Q/g)].map((match) =>
    Number(match[1] ?? match[2]),
  )
  return Math.max(...heights) - Math.min(...heights)
}

describe.each(PEOPLE)('the lips of $name', (person) => {
  const gap = (viseme: (typeof VISEMES)[number]) => gapOf(mouthMotion(person, mouthOfViseme(viseme)).cavity)

  it('meet at rest and on p, b, m, and part for everything else', () => {
    expect(VISEMES.filter((viseme) => gap(viseme) === 0)).toEqual(['sil', 'PP'])
    expect(VISEMES.filter((viseme) => gap(viseme) < 2)).toEqual(['sil', 'PP'])
  })

  it('smile a little at rest: the corners lie above the middle', () => {
    const [, cornerY, middleY] =
      /^M-?[\d.]+ (-?[\d.]+).*? 197 (-?[\d.]+)/.exec(mouthMotion(person, mouthOfViseme('sil')).seam) ?? []
    expect(Number(middleY) - Number(cornerY)).toBeGreaterThan(3)
  })

  it('are narrower for "you" than for "see"', () => {
    const width = (viseme: 'U' | 'I') =>
      Number(/^M(-?[\d.]+)/.exec(mouthMotion(person, mouthOfViseme(viseme)).cavity)?.[1])
    expect(width('U')).toBeGreaterThan(width('I') + 10)
  })
})
