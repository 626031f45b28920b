import type { Locator, Page } from '@playwright/test'
import { VAPI_BASE_URL } from '../server/src/vendors/vapi-api.ts'
import { REFUSED_KEY, startVapiServer, type VapiServer } from '../web/src/features/call/vapi/vapi-testing.ts'
import { UNAUTHORIZED } from '../web/src/features/call/vapi/vapi-problem.ts'
import { STORED } from '../web/src/lib/storage-keys.ts'
import { replaceDailyMachine, roomOf } from './support/daily-room.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { openTalk, ownCalls } from './support/talk.ts'
import { expect, test } from './support/test.ts'

// Calls through Vapi: its official SDK and Daily's SDK below it run in the page, under the page's own content security
// policy. Daily's media servers are faked, and a server on this machine stands in for Vapi.

const SECRET = 'the-secret-of-vapi-and-us'
let vapi: VapiServer

test.beforeAll(async () => {
  vapi = await startVapiServer()
})
test.afterAll(() => vapi.close())
test.beforeEach(async ({ context }) => {
  vapi.requests.length = 0
  await replaceDailyMachine(context)
})

const talkButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Talk with Marcus', exact: true })
const stored = (page: Page) =>
  page.evaluate(
    (keys) => keys.map((key) => localStorage.getItem(key)),
    [STORED.vapiKey.key, STORED.vapiAssistantId.key],
  )

test.describe('with the visitor’s own key', () => {
  test.beforeEach(({ context }) =>
    context.route(`${VAPI_BASE_URL}/**`, async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: vapi.url + pathname }) })
    }),
  )
  test.use({ allowedErrors: [/Failed to load resource.*401/] })

  test('key and assistant are required, stored as the specification says, and used for a call', async ({
    page,
    server,
  }) => {
    const { dialog } = await openTalk(page, server.url, 'Marcus')
    const key = dialog.getByLabel('Vapi PUBLIC API Key')
    const assistant = dialog.getByLabel('Assistant ID')
    await expect(key).toHaveCount(0)
    await dialog.getByRole('radio', { name: 'Vapi' }).check()
    await expect(key).toHaveAttribute('type', 'password')

    await talkButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('Please provide your Vapi API key')
    await expect(key).toBeFocused()
    const tryAgain = dialog.getByRole('button', { name: 'Try Again' })
    await expect(tryAgain).toHaveCount(0)
    await key.fill('  pub_of_mine ')
    await talkButton(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText('Please provide your Vapi Assistant ID')
    await expect(assistant).toBeFocused()
    await expect(tryAgain).toHaveCount(0)
    await assistant.fill(' asst_of_mine ')
    expect(await stored(page)).toEqual(['pub_of_mine', 'asst_of_mine'])
    await assistant.fill('  ')
    expect(await stored(page)).toEqual(['pub_of_mine', null])
    await assistant.fill('asst_of_mine')

    vapi.answers.push({ status: 401, body: REFUSED_KEY })
    // The second press of a double click must not start a second call.
    await talkButton(dialog).dblclick()
    await expect(dialog.getByRole('alert')).toContainText(UNAUTHORIZED)
    expect(vapi.requests.filter(({ path }) => path === '/call/web')).toHaveLength(1)

    await tryAgain.click()
    await expect.poll(async () => (await roomOf(page).state())?.url).toContain('https://vapi.daily.co/')
    await roomOf(page).says('listening')
    await expect(dialog.getByText('Demo Mode', { exact: true })).toBeVisible()
    expect(vapi.requests.at(-1)).toMatchObject({
      path: '/call/web',
      headers: { authorization: 'Bearer pub_of_mine' },
      body: { assistantId: 'asst_of_mine', assistantOverrides: { maxDurationSeconds: 60 } },
    })
    await talkInRoom(page, dialog)

    await dialog.getByRole('button', { name: 'End Call' }).click()
    await expect.poll(async () => (await roomOf(page).state())?.hasLeft).toBe(true)
    expect((await roomOf(page).state())?.sent).toContain(JSON.stringify({ type: 'end-call' }))
    const plans = page.getByRole('dialog', { name: 'Choose Your Avatar Plan' })
    await expect(plans).toHaveCount(1)
  })
})

/** Sends the events of a call through the room, and checks what the specification says about each. */
async function talkInRoom(page: Page, dialog: Locator): Promise<void> {
  const room = roomOf(page)
  const status = (label: string) => dialog.getByRole('status').filter({ hasText: label })
  await room.says({ type: 'speech-update', role: 'user', status: 'started' })
  await expect(status('You are speaking...')).toBeVisible()
  await room.says({ type: 'speech-update', role: 'user', status: 'stopped' })
  await expect(status('AI is thinking...')).toBeVisible()
  await room.says({ type: 'transcript', role: 'user', transcriptType: 'final', transcript: 'What is a budget?' })
  await room.says({ type: 'transcript', role: 'assistant', transcriptType: 'partial', transcript: 'A plan' })
  await expect(dialog.getByText('Talking', { exact: true })).toBeVisible()
  await room.level(0.14)
  await expect(dialog.locator('[data-mouth-state]')).not.toHaveAttribute('data-mouth-state', 'closed')
  await room.level(0)
  await expect(dialog.locator('[data-mouth-state]')).toHaveAttribute('data-mouth-state', 'closed')
  await room.says({ type: 'transcript', role: 'assistant', transcriptType: 'final', transcript: 'A plan for money.' })
  await expect(status('Listening...')).toBeVisible()
  await expect(dialog.getByText('Talking', { exact: true })).toHaveCount(0)
  await expect(dialog.locator('[data-role=user]')).toContainText('What is a budget?')
  await expect(dialog.locator('[data-role=assistant]')).toContainText('A plan for money.')

  await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect.poll(async () => (await room.state())?.isMicrophoneOn).toBe(false)
  await dialog.getByRole('button', { name: 'Unmute' }).click()
  await expect.poll(async () => (await room.state())?.isMicrophoneOn).toBe(true)
  await room.processorFails()
  await expect(dialog.getByRole('alert')).toContainText('Noise cancellation failed and was turned off')
  await expect.poll(async () => (await room.state())?.processor).toBe('none')
}

test.describe('with the deployment’s key', () => {
  let voxhall: RunningServer
  test.beforeAll(async () => {
    const env = {
      VAPI_BASE_URL: vapi.url,
      VAPI_PUBLIC_KEY: 'pub_ours',
      VAPI_ASSISTANT_IDS: 'finance=asst_f',
      VAPI_WEBHOOK_SECRET: SECRET,
    }
    voxhall = await startServer({ env })
  })
  test.afterAll(() => voxhall.stop())

  test('no key is required, and Vapi’s report becomes the record', { tag: '@nightly' }, async ({ page }) => {
    const { dialog, account } = await openTalk(page, voxhall.url, 'Marcus')
    await expect(dialog.getByRole('radio', { name: 'Vapi' })).toBeChecked()
    await expect(dialog.getByLabel('Assistant ID')).toHaveCount(0)
    await talkButton(dialog).click()
    await expect.poll(async () => (await roomOf(page).state())?.url).toContain('https://vapi.daily.co/')
    await roomOf(page).says('listening')
    await expect(dialog.getByText('Demo Mode', { exact: true })).toBeVisible()
    const starts = vapi.requests.filter(({ path }) => path === '/call/web')
    expect(starts).toHaveLength(1)
    expect(starts[0]).toMatchObject({ headers: { authorization: 'Bearer pub_ours' }, body: { assistantId: 'asst_f' } })

    await dialog.getByRole('button', { name: 'End Call' }).click()
    const { body } = starts[0] ?? {}
    const { assistantOverrides } = body as { assistantOverrides: object }
    const message = {
      type: 'end-of-call-report',
      endedReason: 'customer-ended-call',
      startedAt: '2026-08-01T10:00:00.000Z',
      endedAt: '2026-08-01T10:00:42.000Z',
      artifact: { messages: [{ role: 'bot', message: 'Hello.', time: 1, secondsFromStart: 0 }] },
      call: { id: '3f9e0b6c-8f7e-4c7e-9a52-6f1f2d9c0e11', type: 'webCall', assistantOverrides },
    }
    const reported = await fetch(`${voxhall.url}/api/webhooks/vapi`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-vapi-secret': SECRET },
      body: JSON.stringify({ message }),
    })
    expect(reported.status).toBe(200)
    const [call] = await ownCalls(voxhall.url, account)
    expect(call).toMatchObject({ status: 'ended', endReason: 'person-ended', durationMs: 42_000 })
  })
})
