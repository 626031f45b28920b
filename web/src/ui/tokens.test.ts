import { readFileSync } from 'node:fs'
import { PEOPLE } from '#portrait/people.ts'
import { expect, test } from 'vitest'

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

test('every niche has the colour of its portrait', () => {
  const hues = [...tokens.matchAll(/\[data-niche='([a-z-]+)'\] \{\s*--niche-hue: ([\d.]+);/g)].map(([, id, hue]) => ({
    id,
    hue: Number(hue),
  }))
  const drawn = PEOPLE.map((person) => ({ id: person.id, hue: person.nicheHue }))
  const byId = (a: { id?: string | undefined }, b: { id?: string | undefined }) =>
    (a.id ?? '').localeCompare(b.id ?? '')
  expect(hues.toSorted(byId)).toEqual(drawn.toSorted(byId))
})
