import { expect, test } from 'vitest'
import { hearingOf } from './own-hearing.ts'

test('an owner sees what callers can ask aloud, and what they have to type', () => {
  const pairs = ['Do you deliver?', 'Сколько это стоит?', '???', `Why ${'so '.repeat(30)}slow?`].map((question) => ({ question })) // oxfmt-ignore
  const notes = 'Opening hours\nFrom eight to six.\n\nParking\nBehind the mill.\n\nQ: Is there wifi?\nA: Yes.'
  expect(hearingOf({ pairs, notes })).toEqual({
    questions: ['Do you deliver?', 'Is there wifi?'],
    subjects: ['Opening hours', 'Parking'],
    unheard: [
      { text: 'Сколько это стоит?', why: expect.stringContaining('letters') },
      { text: '???', why: expect.stringContaining('no word') },
      { text: pairs[3]?.question, why: expect.stringContaining('more than 30 words') },
    ],
  })
})
