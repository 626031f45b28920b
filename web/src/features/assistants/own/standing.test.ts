import { expect, test } from 'vitest'
import { planWords, standingWords } from './standing.ts'

const plan = (assistants: number | null, remainingMinutes: number | null) => ({ assistants, remainingMinutes })
const live = { status: 'live' } as const
const draft = { status: 'draft' } as const

test.each([
  [draft, plan(0, 0), 'as soon as you have a business plan'],
  [draft, plan(1, 500), 'Your plan is full'],
  [live, plan(1, 500), 'Anyone who has its address'],
  [live, plan(null, null), 'Anyone who has its address'],
  [live, plan(1, 0), 'It is taking a break'],
  [{ status: 'paused' } as const, plan(1, 0), 'Only you can talk'],
])('the status of %j with the plan %j', (assistant, own, words) =>
  expect(standingWords(assistant, own)).toContain(words),
)

test.each([
  [[draft], plan(0, 0), 'You have no business plan yet.'],
  [[live, draft], plan(3, 1), '1 of 3 live · 1 minute left'],
  [[live, live], plan(null, null), '2 live, as many as you like · unlimited minutes'],
])('the summary of %j with the plan %j', (assistants, own, words) => expect(planWords(assistants, own)).toBe(words))
