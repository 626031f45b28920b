import type { ApiKey } from '#contract/api-keys.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { notify } from '../lib/notify.ts'
import { endSession } from '../lib/session-ended.ts'
import { button, violations } from '../ui/show-testing.tsx'
import type { Answers } from '../lib/answers-testing.ts'
import { openSite, refusal } from './site-testing.tsx'
import { keptAssistant } from './workshop-testing.ts'

// The screen for webhooks and API keys. What is delivered, and what a key permits, is tested in the server's
// features/webhooks and features/api-keys.

const WEBHOOK: Webhook = {
  id: 'wh_1',
  url: 'https://shop.example/voxhall',
  secret: 'whsec_c2VjcmV0',
  types: [],
  assistantId: null,
  isActive: true,
  createdAt: '2026-11-22T18:00:00.000Z',
}
const DELIVERY: WebhookDelivery = {
  id: 'dlv_1',
  eventId: 'evt_1',
  type: 'lead.created',
  status: 'failed',
  attempts: 11,
  answerStatus: 500,
  answer: 'out of paper',
  durationMs: 120,
  attemptedAt: '2026-11-22T18:00:01.000Z',
  nextAttemptAt: null,
  createdAt: '2026-11-22T18:00:00.000Z',
}
const KEY: ApiKey = {
  id: 'key_1',
  name: 'Till',
  scopes: ['figures:read'],
  hint: 'vx_live_abcd',
  createdAt: WEBHOOK.createdAt,
  lastUsedAt: null,
}

async function openConnections({ isAway = false, more = {} }: { isAway?: boolean; more?: Answers } = {}) {
  const kept = { webhooks: [] as Webhook[], keys: [] as ApiKey[], deliveries: [DELIVERY], isAway }
  const unlessAway = (answer: () => Response) => () => (kept.isAway ? refusal(503, 'unavailable') : answer())
  const deliveries = `/api/webhooks/${WEBHOOK.id}/deliveries`
  const answers: Answers = {
    ...keptAssistant().answers,
    'GET /api/webhooks': unlessAway(() => Response.json({ webhooks: kept.webhooks })),
    'POST /api/webhooks': async (request) => {
      const wish = (await request.json()) as Partial<Webhook> & { url: string }
      if (!wish.url.startsWith('https://')) return refusal(400, 'bad-request')
      kept.webhooks = [{ ...WEBHOOK, ...wish }]
      return Response.json(kept.webhooks[0], { status: 201 })
    },
    [`PATCH /api/webhooks/${WEBHOOK.id}`]: async (request) => {
      kept.webhooks = [{ ...WEBHOOK, ...((await request.json()) as Partial<Webhook>) }]
      return Response.json(kept.webhooks[0])
    },
    [`DELETE /api/webhooks/${WEBHOOK.id}`]: () => {
      kept.webhooks = []
      return new Response(null, { status: 204 })
    },
    // Each delivery is a page of the log if there are more than two, and its id is the cursor of the next.
    [`GET ${deliveries}`]: (request) => {
      if (kept.deliveries.length <= 2) return Response.json({ deliveries: kept.deliveries, nextBefore: null })
      const before = new URL(request.url).searchParams.get('before')
      const at = kept.deliveries.findIndex(({ id }) => id === before) + 1
      const shown = kept.deliveries[at]
      const nextBefore = at < kept.deliveries.length - 1 ? shown?.id : null
      return Response.json({ deliveries: [shown], nextBefore })
    },
    [`POST /api/webhooks/${WEBHOOK.id}/test`]: () => {
      const sent = { ...DELIVERY, id: 'dlv_2', type: 'test', status: 'delivered' as const, attempts: 1, answer: '' }
      kept.deliveries = [sent, ...kept.deliveries]
      return new Response(null, { status: 202 })
    },
    [`POST ${deliveries}/${DELIVERY.id}/replay`]: () => {
      kept.deliveries = [{ ...DELIVERY, status: 'delivered', attempts: 1, answerStatus: 200 }]
      return new Response(null, { status: 202 })
    },
    'GET /api/api-keys': unlessAway(() => Response.json({ keys: kept.keys })),
    'POST /api/api-keys': async (request) => {
      const wish = (await request.json()) as Pick<ApiKey, 'name' | 'scopes'>
      const key = { ...wish, id: 'key_1', hint: 'vx_live_abcd', createdAt: WEBHOOK.createdAt, lastUsedAt: null }
      kept.keys = [key]
      return Response.json({ ...key, key: 'vx_live_abcdefgh' }, { status: 201 })
    },
    'DELETE /api/api-keys/key_1': () => {
      kept.keys = []
      return new Response(null, { status: 204 })
    },
    ...more,
  }
  await openSite('/connections', { isSignedIn: true, answers })
  await expect.element(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible()
  return kept
}

test('when the session ends, only the screen says so, and its top is shown', async () => {
  await page.viewport(390, 300)
  await openConnections()
  await expect.element(page.getByText('No keys yet.')).toBeVisible()
  page.getByText('No keys yet.').element().scrollIntoView()
  expect(scrollY).toBeGreaterThan(300)
  endSession('a-session')
  await expect.element(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  await expect.poll(() => scrollY).toBe(0)
  // Notices are shown in turn, so one of the session's end would be there before this one.
  notify({ kind: 'plain', title: 'A later notice' })
  await expect.element(page.getByText('A later notice')).toBeVisible()
  await expect.element(page.getByText('You are logged out')).toHaveLength(1)
})

test('a webhook is added, tested, switched off and deleted, and a delivery is sent again', async () => {
  const kept = await openConnections()
  await expect.element(page.getByText('No webhooks yet.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address of your server' }).fill('http://shop.example')
  await button('Add the webhook').click()
  // With the focus on it, screen readers read why the server refused the address.
  await expect.element(page.getByRole('textbox', { name: 'Address of your server' })).toHaveFocus()
  await expect
    .element(page.getByRole('textbox', { name: 'Address of your server' }))
    .toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Address of your server' }).fill(WEBHOOK.url)
  await page.getByRole('checkbox', { name: 'A message or lead was left' }).click()
  await page.getByRole('combobox', { name: 'For which assistant' }).selectOptions('Nora')
  await button('Add the webhook').click()
  await expect.element(page.getByRole('article', { name: WEBHOOK.url })).toBeVisible()
  expect(kept.webhooks).toMatchObject([{ types: ['lead.created'], assistantId: expect.stringContaining('own_') }])

  await page.getByText('Secret for checking signatures').click()
  await expect.element(page.getByText(WEBHOOK.secret)).toBeVisible()
  await button('Send a test').click()
  await expect.element(page.getByText('test', { exact: true })).toBeVisible()
  await expect.element(page.getByText('11 attempts, the last answered with 500 in 120 ms')).toBeVisible()
  expect(await violations()).toEqual([])
  await page
    .getByRole('listitem')
    .filter({ hasText: 'out of paper' })
    .last()
    .getByRole('button', { name: /^Send again: \S+ of / })
    .click()
  await expect.element(page.getByText('1 attempt, answered with 200 in 120 ms')).toBeVisible()

  await button('Switch off').click()
  await expect.element(page.getByText('Off', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Send again/ })).not.toBeInTheDocument()
  await button('Switch on').click()
  await expect.element(page.getByText('On', { exact: true })).toBeVisible()
  await button('Delete…').click()
  await expect.element(button('Keep it')).toHaveFocus()
  await button('Delete it and its log').click()
  await expect.element(page.getByText('No webhooks yet.')).toBeVisible()
})

test('a webhook is shown although it was added before the first answer with the list arrived', async () => {
  const first = Promise.withResolvers<Response>()
  let reads = 0
  const kept = await openConnections({
    more: {
      'GET /api/webhooks': () => {
        reads += 1
        return reads === 1 ? first.promise : Response.json({ webhooks: kept.webhooks })
      },
    },
  })
  await page.getByRole('textbox', { name: 'Address of your server' }).fill(WEBHOOK.url)
  await button('Add the webhook').click()
  await expect.poll(() => kept.webhooks.length).toBe(1)
  first.resolve(Response.json({ webhooks: [] }))
  await expect.element(page.getByRole('article', { name: WEBHOOK.url })).toBeVisible()
})

test('the log of a webhook is read page by page, and back to the newest', async () => {
  const kept = await openConnections()
  kept.deliveries = [1, 2, 3].map((count) => ({ ...DELIVERY, id: `dlv_${count}`, answerStatus: 500 + count }))
  await page.getByRole('textbox', { name: 'Address of your server' }).fill(WEBHOOK.url)
  await button('Add the webhook').click()
  await expect.element(button('Show the log')).toHaveAttribute('aria-expanded', 'false')
  await button('Show the log').click()
  await expect.element(button('Hide the log')).toHaveAttribute('aria-expanded', 'true')
  const entry = (status: number) => page.getByText(`answered with ${status}`, { exact: false })
  await expect.element(entry(501)).toBeVisible()
  await expect.element(button('Newer')).not.toBeInTheDocument()
  await button('Older').click()
  await expect.element(entry(502)).toBeVisible()
  await button('Older').click()
  await expect.element(entry(503)).toBeVisible()
  await expect.element(button('Older')).not.toBeInTheDocument()
  await button('Newer').click()
  await expect.element(entry(502)).toBeVisible()
})

test('a key is created, shown once, and revoked', async () => {
  const kept = await openConnections()
  await page.viewport(390, 844)
  await button('Create the key').click()
  await expect.element(page.getByText('Give the key a name.')).toBeVisible()
  const unchosen = page.getByRole('alert').getByText('Choose at least one thing that the key may read.')
  await expect.element(unchosen).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name of the key' })).toHaveFocus()
  await page.getByRole('textbox', { name: 'Name of the key' }).fill('Till')
  await page.getByRole('checkbox', { name: 'Read messages and leads' }).click()
  await button('Create the key').click()
  await expect.element(page.getByRole('status').getByText('vx_live_abcdefgh')).toBeVisible()
  expect(kept.keys).toMatchObject([{ name: 'Till', scopes: ['leads:read'] }])
  expect(await violations()).toEqual([])
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await button('Copy: the key').click()
  await expect.element(page.getByText('Your browser did not allow copying')).toBeVisible()
  expect(String(getSelection()), 'to be copied by hand').toBe('vx_live_abcdefgh')
  await button('I have copied it').click()
  await expect.element(page.getByText('vx_live_abcdefgh')).not.toBeInTheDocument()
  await button('Revoke Till…').click()
  await expect.element(button('Keep it')).toHaveFocus()
  await button('Revoke for good').click()
  await expect.element(page.getByText('No keys yet.')).toBeVisible()
})

test('a key that is revoked already is not reported as still working', async () => {
  const answer = Promise.withResolvers<Response>()
  let keys = [KEY]
  await openConnections({
    more: {
      'GET /api/api-keys': () => Response.json({ keys }),
      'DELETE /api/api-keys/key_1': () => answer.promise,
    },
  })
  await button('Revoke Till…').click()
  await button('Revoke for good').click()
  await expect.element(button('Revoke for good')).toHaveAttribute('aria-disabled', 'true')
  keys = []
  answer.resolve(refusal(404, 'not-found'))
  await expect.element(page.getByText('No keys yet.')).toBeVisible()
  expect(page.getByText('The key still works').elements()).toHaveLength(0)
})

test('what is filled in for the next webhook or key while one is being added stays', async () => {
  const added = Promise.withResolvers<Response>()
  const created = Promise.withResolvers<Response>()
  await openConnections({
    more: { 'POST /api/webhooks': () => added.promise, 'POST /api/api-keys': () => created.promise },
  })
  const box = (name: string) => page.getByRole('textbox', { name })
  await box('Address of your server').fill(WEBHOOK.url)
  await button('Add the webhook').click()
  await box('Address of your server').fill('https://next.example')
  await page.getByRole('checkbox', { name: 'A message or lead was left' }).click()
  added.resolve(Response.json(WEBHOOK, { status: 201 }))
  await box('Name of the key').fill('Till')
  await page.getByRole('checkbox', { name: 'Read figures' }).click()
  await button('Create the key').click()
  await box('Name of the key').fill('Next')
  created.resolve(Response.json({ ...KEY, key: 'vx_live_abcdefgh' }, { status: 201 }))
  await expect.element(page.getByRole('checkbox', { name: 'Read figures' })).not.toBeChecked()
  await expect.element(box('Name of the key')).toHaveValue('Next')
  await expect.element(box('Address of your server')).toHaveValue('https://next.example')
  await expect.element(page.getByRole('checkbox', { name: 'A message or lead was left' })).toBeChecked()
})

test('when the server is unavailable, both parts say so and offer to try again', async () => {
  const kept = await openConnections({ isAway: true })
  await expect.poll(() => page.getByRole('alert').filter({ hasText: 'T. D' }).elements().length).toBe(2)
  kept.isAway = false
  await button('Try Again').first().click()
  await expect.element(page.getByText('No webhooks yet.')).toBeVisible()
})
