import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACCENT, INK, INK_SOFT, PAPER } from '../../portrait/png/card-colours.ts'
import { oklch } from '../../portrait/src/colour.ts'

// Colours outside of style sheets are written as hex values, which must match the tokens.

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const tokens = read('../src/ui/tokens.css')
const hexIn = (text: string) => [...text.matchAll(/#[\da-f]{6}\b/gi)].map(([hex]) => hex.toLowerCase())

function token(name: string, theme: 'light' | 'dark' = 'light'): string {
  const number = String.raw`([\d.]+)`
  const colour = `oklch\\(${number} ${number} ${number}\\)`
  const found = new RegExp(`--${name}: light-dark\\(${colour}, ${colour}\\);`).exec(tokens)
  if (found === null) throw new Error(`No plain colour in two themes is called --${name}.`)
  const [l = 0, c = 0, h = 0] = found
    .slice(1)
    .map(Number)
    .slice(theme === 'light' ? 0 : 3)
  return oklch(l, c, h)
}

test('the share cards have the colours of the light theme', () => {
  expect({ PAPER, INK, INK_SOFT, ACCENT }).toEqual({
    PAPER: token('paper'),
    INK: token('ink'),
    INK_SOFT: token('ink-soft'),
    ACCENT: token('accent'),
  })
})

test.each([
  ['the icon', '../public/icon.svg', [token('accent'), token('on-accent')]],
  ['the icons with a background', 'icon-files.ts', [token('paper'), token('accent'), token('on-accent')]],
  ['the manifest', '../public/manifest.webmanifest', [token('paper'), token('paper')]],
  ['the colour around the page', '../src/root.tsx', [token('paper', 'light'), token('paper', 'dark')]],
])('%s has the colours of the tokens', (_, path, expected) => {
  expect(hexIn(read(path))).toEqual(expected)
})
