import { spendingLimitsSchema, type SpendingLimits } from '#contract/spending-limits.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answers } from '../../../lib/answers-testing.ts'
import { openSite, refusal } from '../../../routes/site-testing.tsx'
import { NORA, NORA_API } from '../../../routes/workshop-testing.ts'
import { atEveryWidth, isAskedOnLeaving, violations } from '../../../ui/show-testing.tsx'

/** What the tab reads when it opens. */
const SETTINGS: Answers = {
  [`GET ${NORA_API}`]: () => Response.json(NORA),
  [`GET ${NORA_API}/limits`]: () =>
    Response.json({ limits: spendingLimitsSchema.parse({}), revision: 'r1', usedToday: 0, usedThisMonth: 3 }),
}

test('hours can have a break, and a failed save keeps the changes and says what to do', async () => {
  const saved: SpendingLimits[] = []
  let isDown = true
  let refused = 0
  await openSite(`/assistants/${NORA.id}/settings`, {
    isSignedIn: true,
    answers: {
      ...SETTINGS,
      [`PUT ${NORA_API}/limits`]: async (request) => {
        if (isDown) {
          refused += 1
          return new Response(null, { status: 503 })
        }
        const limits = spendingLimitsSchema.parse(await request.json())
        saved.push(limits)
        return Response.json({ limits, revision: 'r2', usedToday: 0, usedThisMonth: 3 })
      },
    },
  })
  await page.getByRole('checkbox', { name: 'Answer only at certain hours' }).click()
  await page.getByRole('button', { name: 'Add a break on Tuesday' }).click()
  await page.getByLabelText('Wednesday, from').fill('13:00')
  await page.getByLabelText('Wednesday, to').fill('14:00')
  await page.getByRole('button', { name: 'Add a break on Wednesday' }).click()
  await page.getByLabelText('Minutes a day').fill('40')
  await atEveryWidth(async () => {
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
  })
  expect(await violations()).toEqual([])

  await expect.element(page.getByRole('alert').getByText('Your last changes are not saved')).toBeVisible()
  await expect.element(page.getByLabelText('Tuesday, 2, from')).toHaveValue('13:00')
  const refusedBefore = refused
  expect(isAskedOnLeaving()).toBe(true)
  await expect.poll(() => refused, { message: 'leaving saves at once' }).toBe(refusedBefore + 1)
  isDown = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect
    .poll(() => saved)
    .toMatchObject([
      {
        minutesPerDay: 40,
        hours: {
          monday: [{ from: '09:00', to: '17:00' }],
          tuesday: [
            { from: '09:00', to: '12:00' },
            { from: '13:00', to: '17:00' },
          ],
          // A break never makes the day longer.
          wednesday: [
            { from: '13:00', to: '13:20' },
            { from: '13:40', to: '14:00' },
          ],
        },
      },
    ])
  await expect.poll(isAskedOnLeaving).toBe(false)
  await page.getByLabelText('Minutes a month').fill('400')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => saved.at(-1)?.minutesPerMonth).toBe(400)
})

test('a time zone that could not be changed is shown as it is', async () => {
  await openSite(`/assistants/${NORA.id}/settings`, {
    isSignedIn: true,
    answers: {
      ...SETTINGS,
      [`PUT ${NORA_API}/time-zone`]: () => refusal(503, 'unavailable'),
    },
  })
  const zone = page.getByLabelText('Time zone')
  await zone.selectOptions('UTC')
  await expect.element(page.getByText('The time zone was not changed')).toBeVisible()
  await expect.element(zone).toHaveValue('Europe/Berlin')
})
