import { readFileSync } from 'node:fs'
import { oklch } from '#portrait/colour.ts'
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

test.each(['light', 'dark'])('the focus ring and the borders of controls can be seen in the %s theme', (theme) => {
  const luminanceOf = (token: string) => {
    const inBoth = new RegExp(`--${token}: light-dark\\(oklch\\((.+?)\\), oklch\\((.+?)\\)\\)`).exec(tokens)
    const [l = 0, c = 0, h = 0] = inBoth?.[theme === 'light' ? 1 : 2]?.split(' ').map(Number) ?? []
    const [red = 0, green = 0, blue = 0] = (oklch(l, c, h).match(/[\da-f]{2}/g) ?? []).map((hex) => {
      const channel = Number.parseInt(hex, 16) / 255
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  for (const token of ['focus', 'line-strong']) {
    for (const ground of ['paper', 'paper-raised', 'paper-sunk']) {
      const [low = 0, high = 0] = [luminanceOf(token), luminanceOf(ground)].toSorted((one, other) => one - other)
      expect((high + 0.05) / (low + 0.05), `contrast of ${token} on ${ground}`).toBeGreaterThanOrEqual(3)
    }
  }
})
