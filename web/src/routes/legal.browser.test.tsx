import { emergencyLinesOf } from '#contract/emergency-lines.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openSite } from './site-testing.tsx'

const places = () =>
  page
    .getByRole('main')
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent)

test('the numbers of the operator’s country come first, each can be called, and none is listed twice', async () => {
  await openSite('/responsible-ai', {
    answers: { 'GET /api/emergency-lines': () => Response.json({ ...emergencyLinesOf('GB'), isAssumed: false }) },
  })
  await expect.poll(() => places()[0]).toBe('United Kingdom')
  expect(new Set(places()).size).toBe(places().length)
  await expect.element(page.getByRole('link', { name: '116 123' }).first()).toHaveAttribute('href', 'tel:116123')
})

test('without a country of the operator, the numbers keep their order', async () => {
  let isAnswered = false
  await openSite('/responsible-ai', {
    answers: {
      'GET /api/emergency-lines': () => {
        isAnswered = true
        return Response.json({ ...emergencyLinesOf('GB'), isAssumed: true })
      },
    },
  })
  await expect.poll(() => isAnswered).toBe(true)
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  expect(places()[0]).toBe('United States')
})
