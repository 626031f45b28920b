import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '#contract/catalogue.ts'
import { VISEMES } from '#contract/visemes.ts'
import { drawPortrait } from './draw.ts'
import { niche } from './niche.ts'
import { PEOPLE, findPerson, personOf } from './people.ts'
import { posePaths } from './moving-parts.ts'
import { REST_POSE, poseOfViseme, type Pose } from './pose.ts'

const LARGEST_CHARACTERS = 40_000

const share = fc.double({ min: 0, max: 1, noNaN: true })
const swing = fc.double({ min: -1, max: 1, noNaN: true })
const anyPose: fc.Arbitrary<Pose> = fc.record({
  mouth: fc.record({ open: swing, wide: share, round: share, teeth: share, tongue: share }),
  blink: share,
  gaze: fc.record({ x: swing, y: swing }),
  brow: swing,
  tilt: swing,
})

describe('the people', () => {
  it('are the assistants of the catalogue, by id, name and order', () => {
    expect(PEOPLE.map(({ id, name }) => `${id} ${name}`)).toEqual(CATALOGUE.map(({ id, name }) => `${id} ${name}`))
    expect(findPerson('culinary')?.name).toBe('Giovanni')
    expect(findPerson('nobody')).toBeUndefined()
    expect(personOf('culinary').name).toBe('Giovanni')
    expect(() => personOf('nobody')).toThrow('"nobody"')
  })

  it('have sixteen different walls behind them', () => {
    expect(new Set(PEOPLE.map(({ nicheHue }) => JSON.stringify(niche(nicheHue)))).size).toBe(PEOPLE.length)
  })
})

describe.each(PEOPLE)('the portrait of $name', (person) => {
  it('is drawn as the same text each time', () => {
    const options = { idPrefix: 'a' }
    expect(drawPortrait(person, REST_POSE, options)).toBe(drawPortrait(person, structuredClone(REST_POSE), options))
  })

  it.each(VISEMES)('draws %s with finite numbers and references that exist', (viseme) => {
    const svg = drawPortrait(person, { ...poseOfViseme(viseme), blink: 0.5, tilt: -1, brow: 1 })
    expect(svg).not.toMatch(/NaN|undefined|Infinity|null|\[object/)
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    const used = [...svg.matchAll(/url\(#([^)]+)\)/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    expect(used.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('has only finite coordinates close to the picture, in any pose', () => {
    fc.assert(
      fc.property(anyPose, (pose) => {
        for (const attributes of Object.values(posePaths(person, pose))) {
          for (const value of Object.values(attributes)) {
            expect(value).not.toMatch(/NaN|undefined|Infinity|e[-+]/)
            for (const number of value.matchAll(/-?\d+(?:\.\d+)?/g))
              expect(Math.abs(Number(number[0]))).toBeLessThan(600)
          }
        }
      }),
      { numRuns: 8 },
    )
  })

  it('is small enough for a page with sixteen portraits', () => {
    expect(drawPortrait(person, REST_POSE).length).toBeLessThanOrEqual(LARGEST_CHARACTERS)
  })

  it('shares no ids with another portrait on the page', () => {
    const ids = (prefix: string) =>
      [...drawPortrait(person, REST_POSE, { idPrefix: prefix }).matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    const others = ids('b')
    expect(ids('a').filter((id) => others.includes(id))).toEqual([])
  })
})

it('escapes the title and hides a picture without one', () => {
  const person = PEOPLE[0]
  if (!person) throw new Error('there are no people')
  expect(drawPortrait(person, REST_POSE, { title: 'A <b> & "c"' })).toContain(
    '<title>A &lt;b&gt; &amp; &quot;c&quot;</title>',
  )
  const hidden = drawPortrait(person, REST_POSE, { title: '' })
  expect(hidden).toContain('aria-hidden="true"')
  expect(hidden).not.toContain('<title>')
})
