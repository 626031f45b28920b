import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '#contract/catalogue.ts'
import { VISEMES } from '#contract/visemes.ts'
import { drawPortrait } from './draw.ts'
import { nicheColour } from './niche.ts'
import { PEOPLE, findPerson } from './people.ts'
import { REST_POSE, poseOfViseme } from './pose.ts'

describe('the people', () => {
  it('are the assistants of the catalogue, by id, name and order', () => {
    expect(PEOPLE.map(({ id, name }) => `${id} ${name}`)).toEqual(CATALOGUE.map(({ id, name }) => `${id} ${name}`))
    expect(findPerson('culinary')?.name).toBe('Giovanni')
    expect(findPerson('nobody')).toBeUndefined()
  })

  it('stand before sixteen different walls', () => {
    expect(new Set(PEOPLE.map(({ nicheHue }) => nicheColour(nicheHue))).size).toBe(PEOPLE.length)
  })
})

describe.each(PEOPLE)('the portrait of $name', (person) => {
  it('is the same text each time', () => {
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

  it('keeps its ids apart from another portrait on the page', () => {
    const ids = (prefix: string) =>
      [...drawPortrait(person, REST_POSE, { idPrefix: prefix }).matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect(ids('a').filter((id) => ids('b').includes(id))).toEqual([])
  })
})

it('escapes the title and hides a picture without one', () => {
  const person = PEOPLE[0]
  if (!person) throw new Error('nobody to draw')
  expect(drawPortrait(person, REST_POSE, { title: 'A <b> & "c"' })).toContain(
    '<title>A &lt;b&gt; &amp; &quot;c&quot;</title>',
  )
  const hidden = drawPortrait(person, REST_POSE, { title: '' })
  expect(hidden).toContain('aria-hidden="true"')
  expect(hidden).not.toContain('<title>')
})
