import type { Conversation } from '#contract/conversations.ts'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answers } from '../../../lib/answers-testing.ts'
import { openSite, refusal } from '../../../routes/site-testing.tsx'
import { atEveryWidth, controlsWithoutFocusRing, tooSmallControls, violations } from '../../../ui/show-testing.tsx'

const CONTENT = {
  name: 'Nora',
  voiceId: 'hazel',
  firstMessage: 'Hello.',
  systemPrompt: '',
  knowledge: { pairs: [], notes: '' },
  photoId: 'p'.repeat(32),
  photoFace: null,
  photoUrl: '/icons/icon.svg',
} as const satisfies Partial<OwnAssistant>
const NORA = {
  ...CONTENT,
  id: 'own_00000000-0000-4000-8000-000000000000',
  slug: 'nora-1',
  status: 'live',
  version: 1,
  published: 1,
  hasDraft: false,
  timeZone: 'Europe/Berlin',
  createdAt: '2026-07-01T00:00:00.000Z',
  updatedAt: '2026-07-01T00:00:00.000Z',
  editing: CONTENT,
  plan: { assistants: 1, remainingMinutes: 100 },
}
const PATH = `/api/own-assistants/${NORA.id}`

const conversation = (id: string, more: Partial<Conversation> = {}): Conversation => ({
  id,
  isLive: false,
  startedAt: '2026-11-20T10:00:00.000Z',
  durationMs: 62_000,
  endReason: 'person-ended',
  outcome: 'answered',
  turns: 2,
  unanswered: 0,
  leads: 0,
  appointments: 0,
  status: 'new',
  isUnread: true,
  note: '',
  beginning: 'Do you deliver?',
  keptUntil: '2026-12-20T10:00:00.000Z',
  ...more,
})

const LINE = { interrupted: false, timings: null }
const DETAIL = {
  ...conversation('call_1'),
  lines: [
    { ...LINE, position: 1, role: 'user', content: 'Do you deliver?', atMs: 2_000 },
    { ...LINE, position: 2, role: 'assistant', content: 'On weekdays.', atMs: 3_000 },
  ],
  turnList: [
    { position: 1, outcome: 'answered', firstAudioMs: 620, said: 'Do you deliver?' },
    { position: 3, outcome: 'not-heard', firstAudioMs: null, said: null },
  ],
  leadList: [{ id: 'lead_1', kind: 'callback', fields: [{ id: 'phone', label: 'Phone', value: '555 0100' }] }],
  appointmentList: [],
  timeZone: 'Europe/Berlin',
}
const APPOINTMENT = {
  id: 'apt_1',
  status: 'booked',
  startsAt: '2026-11-24T14:30:00.000Z',
  endsAt: '2026-11-24T15:00:00.000Z',
  conversationId: 'call_1',
  fields: [{ id: 'name', label: 'Your name', value: 'Bob' }],
  createdAt: '2026-11-20T00:00:00.000Z',
}

const FIGURES = {
  timeZone: 'Europe/Berlin',
  conversations: 4,
  minutes: 9.5,
  turns: 10,
  understood: 9,
  answered: 8,
  leads: 1,
  bookings: 2,
  firstAudioMs: { median: 640, p95: 1_280 },
  byHour: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 4 : 0)),
  byDay: [
    { day: '2026-11-19', conversations: 1, minutes: 2 },
    { day: '2026-11-20', conversations: 3, minutes: 7.5 },
  ],
}

/** One conversation a day. */
const YEAR = Array.from({ length: 365 }, (_, at) => ({
  day: new Date(Date.UTC(2025, 11, 1 + at)).toISOString().slice(0, 10),
  conversations: 1,
  minutes: 2,
}))

async function openTab(answers: Answers = {}, query = '') {
  const asked: { what: string; body: unknown }[] = []
  let appointments = [APPOINTMENT]
  const noted = (what: string, answer: unknown) => async (request: Request) => {
    asked.push({ what, body: await request.json().catch(() => null) })
    return answer === null ? new Response(null, { status: 204 }) : Response.json(answer)
  }
  await openSite(`/assistants/${NORA.id}/conversations${query}`, {
    isSignedIn: true,
    answers: {
      [`GET ${PATH}`]: () => Response.json(NORA),
      [`GET ${PATH}/conversations/settings`]: () =>
        Response.json({ settings: { keeps: true, days: 30, mail: 'none' }, revision: 'r1' }),
      [`PUT ${PATH}/conversations/settings`]: noted('settings', {
        settings: { keeps: true, days: 7, mail: 'daily' },
        revision: 'r2',
      }),
      [`GET ${PATH}/conversations/live`]: () => Response.json({ calls: [] }),
      [`GET ${PATH}/conversations`]: (request) => {
        asked.push({ what: 'list', body: Object.fromEntries(new URL(request.url).searchParams) })
        const conversations = [conversation('call_1'), conversation('call_2', { isUnread: false, status: 'done' })]
        return Response.json({ conversations, nextBefore: null, unread: 1 })
      },
      [`GET ${PATH}/conversations/call_1`]: () => Response.json(DETAIL),
      [`POST ${PATH}/conversations/call_1/read`]: noted('read', null),
      [`PATCH ${PATH}/conversations/call_1`]: noted('change', conversation('call_1')),
      [`DELETE ${PATH}/conversations/call_1`]: noted('delete', null),
      [`GET ${PATH}/questions`]: () =>
        Response.json({
          questions: [
            {
              said: 'where can i park',
              count: 3,
              lastAt: '2026-11-20T10:00:00.000Z',
              variants: ['is there parking'],
              turns: [{ conversationId: 'call_1', position: 1 }],
            },
          ],
        }),
      [`POST ${PATH}/questions/handled`]: noted('handled', null),
      [`PUT ${PATH}/draft`]: noted('draft', { version: 2, hasDraft: true, updatedAt: '2026-11-20T10:00:00.000Z' }),
      [`GET ${PATH}/figures`]: (request) => {
        const { search } = new URL(request.url)
        asked.push({ what: 'figures', body: search })
        if (search === '?days=365') return Response.json({ ...FIGURES, byDay: YEAR })
        return Response.json(FIGURES)
      },
      [`GET ${PATH}/leads`]: () =>
        Response.json({
          leads: [
            {
              id: 'lead_1',
              kind: 'message',
              conversationId: 'call_1',
              fields: [{ id: 'email', label: 'Your email', value: 'kim@example.com' }],
              createdAt: '2026-11-20T10:00:00.000Z',
            },
          ],
          nextBefore: null,
        }),
      [`GET ${PATH}/appointments`]: () => Response.json({ timeZone: 'Europe/Berlin', appointments }),
      [`POST ${PATH}/appointments/apt_1/cancel`]: () => {
        appointments = []
        return Response.json({ ...APPOINTMENT, status: 'cancelled' })
      },
      ...answers,
    },
  })
  return {
    asked,
    bodies: (of: string) => asked.filter(({ what }) => what === of).map(({ body }) => body),
  }
}

test('a conversation can be read, given a status and a note, and deleted; on phones it replaces the list', async () => {
  await page.viewport(390, 844)
  const { bodies } = await openTab()
  await expect.element(page.getByRole('button', { name: /^Unread: Do you deliver/ })).toBeVisible()
  expect(tooSmallControls()).toEqual([])
  await page.getByRole('button', { name: /^Unread: Do you deliver/ }).click()
  await expect.element(page.getByText('On weekdays.')).toBeVisible()
  await expect.element(page.getByText('answer heard after 0.6 s')).toBeVisible()
  await expect.element(page.getByText('Not understood')).toBeVisible()
  await expect.element(page.getByText('555 0100')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'List of conversations' })).not.toBeInTheDocument()
  await expect.poll(() => bodies('read')).toHaveLength(1)
  expect(await violations()).toEqual([])
  const shown = page.getByRole('region', { name: 'Conversation', exact: true })
  await shown.getByLabelText('Status').selectOptions('in-work')
  await expect.element(shown.getByRole('status').getByText('The status is saved.')).toBeVisible()
  await shown.getByLabelText('Note').fill('Call her')
  await shown.getByRole('button', { name: 'Delete…' }).click()
  await expect.poll(() => bodies('change')).toEqual([{ status: 'in-work' }, { note: 'Call her' }])
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await expect.element(shown.getByRole('status').getByText('The note is saved.')).toBeVisible()
  await shown.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('region', { name: 'List of conversations' })).toBeVisible()
  expect(bodies('delete')).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: /^Do you deliver/ })).toHaveFocus()
})

test('the list can be searched and filtered, and saved as a file so', async () => {
  let saved = ''
  const { bodies } = await openTab({
    [`GET ${PATH}/conversations.csv`]: (request) => {
      saved = new URL(request.url).search
      return refusal(503, 'unavailable')
    },
  })
  await page.getByLabelText('Search in what was said').fill('rye')
  await page.getByRole('radio', { name: 'Not answered' }).click()
  const more = page.getByRole('button', { name: 'Filters' })
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await expect.element(more).toHaveAttribute('aria-expanded', 'true')
  expect(document.querySelectorAll('option[value=""]')).toHaveLength(0)
  await page.getByLabelText('Status').selectOptions('done')
  await expect.poll(() => bodies('list').at(-1)).toEqual({ search: 'rye', unanswered: 'true', status: 'done' })
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await expect.element(page.getByText('No file was saved')).toBeVisible()
  expect(saved).toBe('?search=rye&status=done&unanswered=true')
  expect(await violations()).toEqual([])
  expect(await controlsWithoutFocusRing()).toEqual([])
})

test('an unanswered question can be answered in the draft and tried at once', async () => {
  const { bodies } = await openTab()
  await page.getByRole('tab', { name: 'Not answered' }).click()
  await page.getByRole('button', { name: 'Answer it: where can i park' }).click()
  await expect.element(page.getByLabelText('Question')).toHaveValue('Where can i park?')
  await page.getByLabelText('Answer', { exact: true }).fill('Behind the house.')
  await page.getByRole('button', { name: 'Add to the draft' }).click()
  await expect.element(page.getByRole('status').getByRole('link', { name: 'Try it in Talk' })).toBeVisible()
  expect(bodies('draft')).toMatchObject([
    { knowledge: { pairs: [{ question: 'Where can i park?', answer: 'Behind the house.' }] } },
  ])
  await expect.poll(() => bodies('handled')).toEqual([{ turns: [{ conversationId: 'call_1', position: 1 }] }])
  expect(page.getByText('It is still listed').elements()).toHaveLength(0)
  expect(await violations()).toEqual([])
})

test('an answer that is begun while the one before is saved stays', async () => {
  const saved = Promise.withResolvers<void>()
  let saves = 0
  const asked = { count: 1, lastAt: '2026-11-20T10:00:00.000Z', turns: [], variants: [] }
  await openTab({
    [`GET ${PATH}/questions`]: () => Response.json({ questions: ['Loud', 'Far'].map((said) => ({ ...asked, said })) }),
    [`PUT ${PATH}/draft`]: async () => {
      saves += 1
      await saved.promise
      return Response.json({ version: 2, hasDraft: true, updatedAt: '2026-07-02T00:00:00.000Z' })
    },
  })
  await page.getByRole('tab', { name: 'Not answered' }).click()
  await page.getByRole('button', { name: 'Answer it: Loud' }).click()
  await page.getByLabelText('Answer', { exact: true }).fill('No.')
  await page.getByRole('button', { name: 'Add to the draft' }).click()
  await expect.poll(() => saves).toBe(1)
  await expect.element(page.getByRole('button', { name: 'Add to the draft' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Answer it: Far' }).click()
  await page.getByLabelText('Answer', { exact: true }).fill('Ten minutes.')
  saved.resolve()
  await expect.element(page.getByRole('link', { name: 'Try it in Talk' })).toBeVisible()
  await expect.element(page.getByLabelText('Answer', { exact: true })).toHaveValue('Ten minutes.')
})

async function cancelAppointment() {
  await page.getByRole('button', { name: /Cancel the appointment of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the appointment' }).click()
}

test('appointments and messages of visitors are listed, and an appointment can be cancelled', async () => {
  // The link in the mail about a lead.
  await openTab({}, '?part=leads')
  await expect.element(page.getByText(/^Nov 24, 2026, 3:30 PM/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'kim@example.com' })).toBeVisible()
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: /Cancel the appointment of/ }).click()
  await expect
    .element(page.getByRole('dialog'))
    .toHaveAccessibleDescription(/^Nov 24, 2026, 3:30 PM.* This cannot be undone/)
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(page.getByRole('button', { name: /Cancel the appointment of/ })).toHaveFocus()
  await cancelAppointment()
  await expect.element(page.getByText('No upcoming appointments.')).toBeVisible()
  await page.getByRole('button', { name: 'Read the conversation' }).click()
  await expect.element(page.getByText('On weekdays.')).toBeVisible()
})

test('an appointment or status that could not be changed is shown as it is, and a note that was not saved says so', async () => {
  const fails = () => refusal(503, 'unavailable')
  const cancel = `POST ${PATH}/appointments/apt_1/cancel`
  await openTab({ [cancel]: fails, [`PATCH ${PATH}/conversations/call_1`]: fails }, '?part=leads')
  await cancelAppointment()
  await expect.element(page.getByRole('alert').getByText('T. D')).toBeVisible()
  await expect.element(page.getByText(/^Nov 24, 2026, 3:30 PM/)).toBeVisible()
  await page.getByRole('button', { name: 'Read the conversation' }).click()
  await page.getByLabelText('Status').last().selectOptions('in-work')
  await expect.element(page.getByText('Not saved', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Status').last()).toHaveValue('new')
  const note = page.getByLabelText('Note')
  await note.fill('Call her')
  await userEvent.tab()
  await expect.element(note).toHaveAccessibleDescription(/^Not saved yet/)
  await expect.element(note).toHaveValue('Call her')
})

test('a long list of appointments is shortened, so that the messages below stay in reach', async () => {
  const appointments = Array.from({ length: 7 }, (_, at) => ({ ...APPOINTMENT, id: `apt_${at}` }))
  const answer = () => Response.json({ timeZone: 'Europe/Berlin', appointments })
  await openTab({ [`GET ${PATH}/appointments`]: answer }, '?part=leads')
  const cancel = page.getByRole('button', { name: /Cancel the appointment of/ })
  await expect.element(cancel.first()).toBeVisible()
  expect(cancel.elements()).toHaveLength(5)
  await page.getByRole('button', { name: 'Show all 7' }).click()
  await expect.poll(() => cancel.elements().length).toBe(7)
})

test('a visitor’s long text does not widen the page, and the focus follows a conversation that opens and closes', async () => {
  const beginning = 'Is there an elevator, because my mother cannot climb any stairs at all? '.repeat(3)
  await openTab({
    [`GET ${PATH}/conversations`]: () =>
      Response.json({ conversations: [conversation('call_1', { beginning })], nextBefore: null, unread: 1 }),
  })
  const entry = page.getByRole('button', { name: /^Unread: Is there an elevator/ })
  await expect.element(entry).toBeVisible()
  await atEveryWidth(async () => {
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
    expect(entry.element().getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth)
  }, [320, 390, 800, 1280])
  await page.viewport(390, 844)
  await entry.click()
  await expect.poll(() => document.querySelector('[data-conversation][aria-current=true]')).not.toBeNull()
  await expect.element(page.getByRole('region', { name: 'Conversation', exact: true })).toHaveFocus()
  await page.getByRole('button', { name: 'All conversations' }).click()
  await expect.element(entry).toHaveFocus()
})

test('figures are drawn as charts and available as tables', async () => {
  const { bodies } = await openTab()
  await page.getByRole('tab', { name: 'Figures' }).click()
  await expect.element(page.getByText('90%')).toBeVisible()
  expect(bodies('figures')).toEqual(['?days=30'])
  await expect.element(page.getByText('0.6 s')).toBeVisible()
  // The table says the same to screen readers.
  expect(document.querySelectorAll('svg.recharts-surface').length).toBeGreaterThan(0)
  expect(document.querySelector('svg.recharts-surface:not([aria-hidden=true] *)')).toBeNull()
  await page.getByText('As a table').first().click()
  await expect.element(page.getByRole('row', { name: 'Nov 20 3' })).toBeVisible()
  expect(await violations()).toEqual([])
  await page.getByLabelText('Period').selectOptions('Last 12 months')
  await expect.element(page.getByRole('heading', { name: 'By month' })).toBeVisible()
  await page.getByText('As a table').first().click()
  await expect.element(page.getByRole('row', { name: 'Jan 2026 31' })).toBeVisible()
})

test('a running call can be ended, and the settings for keeping conversations can be changed', async () => {
  let calls = [{ id: 'call_9', startedAt: '2026-11-20T10:00:00.000Z', durationMs: 5_000 }]
  const ended = Promise.withResolvers<Response>()
  const { bodies } = await openTab({
    [`GET ${PATH}/conversations/live`]: () => Response.json({ calls }),
    [`POST ${PATH}/conversations/call_9/end`]: () => ended.promise,
  })
  const end = page.getByRole('button', { name: 'End the call of visitor 1' })
  await end.click()
  await expect.element(end).toHaveAttribute('aria-disabled', 'true')
  calls = []
  // The visitor has hung up.
  ended.resolve(refusal(404, 'not-found'))
  await expect.element(page.getByRole('heading', { name: 'Talking now' })).not.toBeInTheDocument()
  expect(page.getByText('The call was not ended').elements()).toHaveLength(0)
  await page.getByRole('tab', { name: 'Keeping' }).click()
  await page.getByLabelText('Days until it is deleted').fill('0')
  await expect.element(page.getByText('Write a whole number from 1 to 365.')).toBeVisible()
  await page.getByLabelText('Days until it is deleted').fill('7')
  await page.getByLabelText('Email to you').selectOptions('daily')
  expect(await violations()).toEqual([])
  await expect.poll(() => bodies('settings').at(-1)).toMatchObject({ keeps: true, days: 7, mail: 'daily' })
})

test('an empty inbox says what to do, and a failed list offers to try again', async () => {
  await openTab({
    [`GET ${PATH}/conversations/settings`]: () =>
      Response.json({ settings: { keeps: false, days: 30, mail: 'none' }, revision: 'r1' }),
    [`GET ${PATH}/conversations`]: () => Response.json({ conversations: [], nextBefore: null, unread: 0 }),
    [`GET ${PATH}/questions`]: () => new Response(null, { status: 503 }),
  })
  await page.getByRole('button', { name: 'Keep conversations' }).click()
  await expect.element(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('tab', { name: 'Not answered' }).click()
  await expect.element(page.getByRole('alert').getByRole('button', { name: 'Try Again' })).toBeVisible()
})
