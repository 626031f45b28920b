import { actionSettingsSchema, type ActionSettings } from '#contract/actions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openSite, type Answers } from '../../../routes/site-testing.tsx'
import { NORA } from '../../../routes/workshop-testing.ts'
import { atEveryWidth, violations } from '../../../ui/show-testing.tsx'

const PATH = `/api/own-assistants/${NORA.id}`
const NO_CALENDAR = { state: 'none', readAt: null, problem: null }

const APPOINTMENT = {
  id: 'apt_1',
  status: 'booked',
  startsAt: '2026-11-24T14:30:00.000Z',
  endsAt: '2026-11-24T15:00:00.000Z',
  conversationId: 'call_1',
  fields: [{ id: 'name', label: 'Your name', value: 'Bob' }],
  createdAt: '2026-11-20T00:00:00.000Z',
}

async function openActions(settings: object = {}, answers: Answers = {}) {
  const saved: ActionSettings[] = []
  let kept = actionSettingsSchema.parse(settings)
  let appointments = [APPOINTMENT]
  await openSite(`/assistants/${NORA.id}/actions`, {
    isSignedIn: true,
    answers: {
      [`GET ${PATH}`]: () => Response.json(NORA),
      [`GET ${PATH}/actions`]: () => Response.json({ settings: kept, calendar: NO_CALENDAR }),
      [`PUT ${PATH}/actions`]: async (request) => {
        kept = actionSettingsSchema.parse(await request.json())
        saved.push(kept)
        return Response.json({ settings: kept, calendar: NO_CALENDAR })
      },
      [`POST ${PATH}/free-times`]: () =>
        Response.json({
          timeZone: 'UTC',
          calendar: { state: 'away', readAt: null, problem: 'The server took too long.' },
          days: [{ day: '2026-11-24', starts: ['2026-11-24T09:00', '2026-11-24T09:30'] }],
        }),
      [`GET ${PATH}/appointments`]: () => Response.json({ timeZone: 'Europe/Berlin', appointments }),
      [`POST ${PATH}/appointments/apt_1/cancel`]: () => {
        appointments = []
        return Response.json({ ...APPOINTMENT, status: 'cancelled' })
      },
      ...answers,
    },
  })
  return saved
}

const card = (name: string) => page.getByRole('switch', { name })

test('a switch shows its settings, and each change is saved as one goes', async () => {
  const saved = await openActions()
  await card('Take a message').click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Tell us')
  await page.getByRole('button', { name: 'Remove Your email' }).click()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect
    .poll(() => saved.at(-1)?.message)
    .toMatchObject({
      isOn: true,
      title: 'Tell us',
      fields: [{ id: 'name' }, { id: 'message' }],
    })
})

test('what cannot be saved yet stays as it was typed, and says what is missing', async () => {
  const saved = await openActions({ message: { isOn: true } })
  await page.getByRole('textbox', { name: 'Title' }).fill('')
  await expect.element(page.getByText('The title is missing.')).toBeVisible()
  await expect.element(page.getByText('Not saved yet: something is missing below.')).toBeVisible()
  expect(saved).toEqual([])
})

test('a failure keeps what was typed and offers to save again', async () => {
  let isDown = true
  const saved = await openActions(
    { message: { isOn: true } },
    {
      [`PUT ${PATH}/actions`]: async (request) => {
        if (isDown) return new Response(null, { status: 503 })
        const settings = actionSettingsSchema.parse(await request.json())
        saved.push(settings)
        return Response.json({ settings, calendar: NO_CALENDAR })
      },
    },
  )
  await page.getByRole('textbox', { name: 'Title' }).fill('Tell us')
  const again = page.getByRole('button', { name: 'Save again' })
  await expect.element(again).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Tell us')
  isDown = false
  await again.click()
  await expect.poll(() => saved.at(-1)?.message.title).toBe('Tell us')
})

test('opening hours are written in a line; free times, a calendar that is away and bookings are shown', async () => {
  const saved = await openActions({ timeZone: 'Europe/Berlin', appointments: { isOn: true } })
  await expect.element(page.getByText('09:00, 09:30')).toBeVisible()
  await expect.element(page.getByText(/Your calendar could not be read: The server took too long/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Monday' }).fill('8:30-12:00, 13:00-17:00')
  await expect
    .poll(() => saved.at(-1)?.appointments.hours.monday)
    .toEqual([
      { from: '08:30', to: '12:00' },
      { from: '13:00', to: '17:00' },
    ])
  await expect.element(page.getByText('24 Nov 2026, 15:30', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /Cancel the appointment of/ }).click()
  await expect.element(page.getByText('No appointments to come.')).toBeVisible()
})

test('everything switched on fits each width, and breaks no rule of axe', async () => {
  await openActions({
    timeZone: 'Europe/Berlin',
    message: { isOn: true },
    callback: { isOn: true },
    handover: { isOn: true },
    appointments: { isOn: true },
    cards: [{ id: 'menu', title: 'The menu', url: 'https://x.example/' }],
    webhooks: [{ id: 'stock', name: 'Stock', url: 'https://x.example/' }],
  })
  await expect.element(page.getByText('09:00, 09:30')).toBeVisible()
  await atEveryWidth(async () => {
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
  })
  expect(await violations()).toEqual([])
})
