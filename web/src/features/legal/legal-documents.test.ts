import { expect, it } from 'vitest'
import { longDate } from './legal-page.tsx'
import { PRIVACY } from './privacy.tsx'
import { RESPONSIBLE_AI } from './responsible-ai.tsx'
import { TERMS } from './terms.ts'

/** Ids that the shell and the page itself already use. */
const TAKEN = ['content', 'in-short']

it.each([PRIVACY, TERMS, RESPONSIBLE_AI])('$title has unique anchors', ({ sections }) => {
  const ids = sections.map(({ id }) => id)
  expect(new Set([...ids, ...TAKEN]).size).toBe(ids.length + TAKEN.length)
})

it.each([PRIVACY, TERMS, RESPONSIBLE_AI])('$title says on which day it changed', ({ changedOn }) => {
  expect(longDate(changedOn)).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
})

it('a day is the same day in every time zone', () => {
  expect(longDate('2026-01-01')).toBe('January 1, 2026')
})
