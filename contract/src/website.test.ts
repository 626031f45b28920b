import { describe, expect, it } from 'vitest'
import { contrastOf, inkOn, READABLE_CONTRAST } from './contrast.ts'
import { isOnSite, readSite, SITE_WORDS, tagLookSchema } from './website.ts'

describe('the address of a website', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['shop.example', 'https://shop.example'],
    [' HTTPS://Shop.Example/ ', 'https://shop.example'],
    ['https://shop.example/contact?x=1#map', 'https://shop.example'],
    ['www.shop.example/contact', 'https://www.shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['https://*.shop.example', 'https://*.shop.example'],
    ['*.shop.example', 'https://*.shop.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('%s is read as %s', (typed, pattern) => {
    expect(readSite(typed)).toEqual({ pattern })
  })

  it.each([
    ['', SITE_WORDS.unreadable],
    ['my shop', SITE_WORDS.unreadable],
    ['shop', SITE_WORDS.unreadable],
    ['javascript:alert(1)', SITE_WORDS.unreadable],
    ['ftp://shop.example', SITE_WORDS.unreadable],
    ["https://shop.example; script-src 'unsafe-inline'", SITE_WORDS.unreadable],
    ['http://shop.example', SITE_WORDS.notSecure],
    ['https://me@shop.example', SITE_WORDS.unreadable],
    ['https://*', SITE_WORDS.wildcard],
    ['https://shop.*', SITE_WORDS.wildcard],
    ['https://*.*.example', SITE_WORDS.wildcard],
    ['https://a*.shop.example', SITE_WORDS.wildcard],
  ])('%s is refused', (typed, problem) => {
    expect(readSite(typed)).toEqual({ problem })
  })
})

it.each([
  ['https://shop.example', 'https://shop.example', true],
  ['https://shop.example:444', 'https://shop.example', false],
  ['http://shop.example', 'https://shop.example', false],
  ['https://notshop.example', 'https://shop.example', false],
  ['https://www.shop.example', 'https://*.shop.example', true],
  ['https://a.b.shop.example', 'https://*.shop.example', true],
  ['https://shop.example', 'https://*.shop.example', false],
  ['https://.shop.example', 'https://*.shop.example', false],
  ['https://evilshop.example', 'https://*.shop.example', false],
  ['https://www.shop.example.evil.example', 'https://*.shop.example', false],
  ['http://www.shop.example', 'https://*.shop.example', false],
  ['https://www.shop.example:8443', 'https://*.shop.example', false],
  ['null', 'https://*.shop.example', false],
  ['https://evil.example/x.shop.example', 'https://*.shop.example', false],
  ['https://evil.example#.shop.example', 'https://*.shop.example', false],
  ['', 'https://shop.example', false],
])('a page of %s belongs to %s: %s', (origin, pattern, expected) => {
  expect(isOnSite(origin, pattern)).toBe(expected)
})

it('the text of a button is readable on every colour', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  const steps = ['00', '33', '66', '77', '99', 'cc', 'ff']
  for (const red of steps) {
    for (const green of steps) {
      for (const blue of steps) {
        const colour = `#${red}${green}${blue}`
        expect(contrastOf(colour, inkOn(colour)), colour).toBeGreaterThanOrEqual(READABLE_CONTRAST)
      }
    }
  }
})

it('the look of the tag has a default for every setting', () => {
  expect(tagLookSchema.parse({})).toEqual({
    mode: 'button',
    side: 'right',
    label: 'Talk with us',
    colour: '#a8381a',
    bubble: '',
  })
})
