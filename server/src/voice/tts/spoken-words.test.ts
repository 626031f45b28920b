import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spokenWords } from './spoken-words.ts'

const said = (sentence: string): string =>
  spokenWords(sentence)
    .map(({ pieces, pause }) => pieces.join(' ') + pause)
    .join(' ')

test.each([
  ['You’re “in”!', "you're in!"],
  [
    'It costs $9.99 — or €5, or £1.01.',
    'it costs nine dollars and ninety nine cents, or five euros, or one pound and one penny.',
  ],
  [
    'About $5 million, $1.5M or $20-$30?',
    'about five million dollars, one point five million dollars or twenty dollars to thirty dollars?',
  ],
  ['25% of 1,250 is 312.5', 'twenty five percent of one thousand two hundred fifty is three hundred twelve point five'],
  ['In 1999, 2005 and the 1980s', 'in nineteen ninety nine, two thousand five and the nineteen eighties'],
  ['From 9:30 a.m. to 5:05pm, at 8:00', "from nine thirty ay em to five oh five pea em, at eight o'clock"],
  ['Mon 9–5, 10 – 12', 'mon nine to five, ten to twelve'],
  ['On 2024-05-12, the 3rd', 'on may twelfth twenty twenty four, the third'],
  ['Call (555) 123-4567.', 'call five five five, one two three, four five six seven.'],
  ['Mail help@voxhall.com now', 'mail help at vox hall dot com now'],
  ['See https://www.example.com/a-b/?x=1.', 'see example dot com slash a dash bee.'],
  ['Dr. Smith lives on Main St. near St. John.', 'doctor smith lives on main street near saint john.'],
  ['Our CRM, FAQs and the NASA API', 'our see are em, eff ay cues and the nasa ay pea eye'],
  ['PLEASE READ ALL OF THIS', 'please reed all of this'],
  ['We live here and close at 5', 'we liv here and cloze at five'],
  ['5kg at 20°C for 1min', 'five kilograms at twenty degrees celsius for one minute'],
  ['and/or R&D, $9/month, 24/7', 'and or are and dee, nine dollars per month, twenty four seven'],
  ['**Bold** and `code` – café 🎉!', 'bold and code, cafe!'],
  ['1. First', 'one, first'],
  ['constructor toString __proto__', 'constructor tostring proto'],
])('%j', (sentence, expected) => {
  expect(said(sentence)).toBe(expected)
})

test('text that cannot be spoken stays with the neighbouring word', () => {
  expect(spokenWords('👋 Hello – there 🎉 ').map(({ text }) => text)).toEqual(['👋 Hello – ', 'there 🎉 '])
  expect(spokenWords('🎉')).toEqual([])
  expect(spokenWords('日本')).toEqual([])
})

test('a very long word is spoken in parts and cut off', () => {
  const [word] = spokenWords('a'.repeat(5000))
  expect(word?.pieces.length).toBe(5)
  expect(Math.max(...(word?.pieces ?? []).map(({ length }) => length))).toBe(24)
})

test('the words together make up the sentence, and their spoken pieces are plain letters', () => {
  const token = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(' ', '$5', '9:30', 'Dr.', '-', '1/2', 'AI', '12', ','),
  )
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
      const sentence = tokens.join(' ')
      const words = spokenWords(sentence)
      expect(words.map(({ text }) => text).join('')).toBe(words.length > 0 ? sentence : '')
      for (const { pieces } of words)
        expect(pieces.every((piece) => /^[a-z][a-z']*,?$/.test(piece)) && pieces.length > 0).toBe(true)
    }),
  )
})
