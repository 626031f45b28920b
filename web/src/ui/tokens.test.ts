import { readFileSync } from 'node:fs'
import { contrastOf } from '#contract/contrast.ts'
import { oklch } from '#portrait/colour.ts'
import { PEOPLE } from '#portrait/people.ts'
import { expect, test } from 'vitest'

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

function colourOf(token: string, theme: string) {
  const inBoth = new RegExp(`--${token}: light-dark\\(oklch\\((.+?)\\), oklch\\((.+?)\\)\\)`).exec(tokens)
  const [l = 0, c = 0, h = 0] = inBoth?.[theme === 'light' ? 1 : 2]?.split(' ').map(Number) ?? []
  return oklch(l, c, h)
}

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
  for (const token of ['focus', 'line-strong']) {
    for (const ground of ['paper', 'paper-raised', 'paper-sunk']) {
      const contrast = contrastOf(colourOf(token, theme), colourOf(ground, theme))
      expect(contrast, `contrast of ${token} on ${ground}`).toBeGreaterThanOrEqual(3)
    }
  }
})

test.each(['light', 'dark'])(
  'the words on a primary button can be read in the %s theme, also under the pointer',
  (theme) => {
    for (const ground of ['accent', 'accent-hover']) {
      const contrast = contrastOf(colourOf('on-accent', theme), colourOf(ground, theme))
      expect(contrast, `contrast on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  },
)
