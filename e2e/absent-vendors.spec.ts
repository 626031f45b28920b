import { rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createCanvas } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { healthSchema } from '../contract/src/health.ts'
import { VIDEO_POLLING } from '../contract/src/video-steps.ts'
import { VENDOR_SECRET, vendorsAt } from '../server/src/vendors/testing/vendors-at.ts'
import { addPerson, inDatabase, signIn, signInContext, type Account } from './support/accounts.ts'
import { makeDataDir } from './support/prepared-data.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { enterTeam, teamContext, toast } from './support/team.ts'
import { expect, test } from './support/test.ts'

// All outside services are configured but unreachable: connections are refused, or accepted and never answered. The
// server starts, calls run on the built-in parts, and every screen says what happened and what to do. Daily,
// main.db.test.ts starts a server whose services refuse connections, the screens' words are tested with the screens, and
// conversations on the fallbacks with the voice parts.

test.use({ allowedErrors: [/status of 503|ERR_CONNECTION_REFUSED/] })

/**
 * Longer than the slowest wait for a hanging service: two attempts at the payment provider, plus loading a dialog's
 * script.
 */
const GIVEN_UP = { timeout: 25_000 }

const KINDS = ['refuse connections', 'accept connections and never answer'] as const

async function openPort(kind: (typeof KINDS)[number]) {
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  }
  if (kind === 'refuse connections') close()
  return { port, close }
}

for (const kind of KINDS) {
  test.describe(`services that ${kind}`, { tag: '@nightly' }, () => {
    let site: RunningServer
    let port: Awaited<ReturnType<typeof openPort>>
    let dataDir: string
    let account: Account
    test.beforeAll(async () => {
      dataDir = makeDataDir()
      const person = await inDatabase(dataDir, addPerson)
      port = await openPort(kind)
      site = await startServer({ dataDir, env: vendorsAt(port.port) })
      account = await signIn(site.url, person)
    })
    test.afterAll(async () => {
      const code = await site.stop()
      port.close()
      rmSync(dataDir, { recursive: true, force: true })
      expect(code).toBe(0)
      expect(site.output()).not.toContain(VENDOR_SECRET)
      expect(site.output()).not.toMatch(/uncaught|unhandled|unexpectedly/i)
      // The log reports each voice part once for each reason, however many calls needed it meanwhile.
      const told = site.output().match(/"part":"\w+","what":"[^"]+","msg":"a service is not available/g) ?? []
      expect(told).toEqual([...new Set(told)])
    })

    test('do not stop the server from working on its own, and its health names the unavailable services', async () => {
      await expect.poll(() => site.output()).toContain('Voxhall is ready')
      const voice = async () => {
        const answer = await fetch(`${site.url}/api/health`)
        expect(answer.status).toBe(200)
        return healthSchema.parse(await answer.json()).services.voice
      }
      const greeting = await fetch(`${site.url}/api/assistants/finance/greeting.wav`)
      expect(greeting.headers.get('content-type')).toBe('audio/wav')
      // Synthesising the greeting above has shown that the voice vendor is unreachable.
      await expect.poll(async () => (await voice())?.path, GIVEN_UP).toBe('built-in')
      for (const vendor of (await voice())?.vendors ?? []) {
        expect(vendor).toMatchObject({
          live: false,
          lastFailure: { what: expect.stringMatching(/unreachable|timed-out/) },
        })
      }
    })

    test('change nothing about money: the checkout and the team’s list say that nothing was charged or changed', async ({
      page,
      context,
    }) => {
      await signInContext(context, site.url, account)
      await page.goto(`${site.url}/checkout/basic-monthly`)
      await expect(page.getByRole('heading', { name: 'The payment provider is not responding' })).toBeVisible(GIVEN_UP)
      await expect(page.getByText('Nothing was charged and nothing was changed.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      await page.goto(`${site.url}/account`)
      await expect(page.getByText('You have no plan yet.')).toBeVisible()

      await teamContext(context, site.url, await enterTeam(site.url))
      const crm = await context.newPage()
      await crm.goto(`${site.url}/crm`)
      await crm.getByRole('button', { name: 'Sync from Stripe' }).click()
      await expect(toast(crm, 'Failed to sync subscriptions')).toContainText('Nothing was charged', GIVEN_UP)
    })

    if (kind === 'refuse connections') {
      test.describe('with a mocked clock', () => {
        test.use({ ownContext: true })

        test('are reported in place of the video, with a button to try again', async ({ page, context }) => {
          await signInContext(context, site.url, account)
          await page.clock.install()
          const dialog = await openTalk(page, site.url)
          const failure = dialog.getByText('Failed to create talking avatar. Please try again.')
          // The dialog asks for its video every ten seconds.
          await expect(async () => {
            await page.clock.fastForward(VIDEO_POLLING.talk.everyMs)
            await expect(failure).toBeVisible({ timeout: 500 })
          }).toPass(GIVEN_UP)
          await expect(dialog.getByRole('button', { name: 'Try Again' })).toBeVisible()
          await dialog.getByRole('button', { name: 'Continue without the video' }).click()
          await expect(dialog.getByRole('button', { name: 'Talk with Marcus' })).toBeVisible()
        })
      })
    }

    test('do not prevent a conversation without video on the built-in engine', async ({ page, context }) => {
      await signInContext(context, site.url, account)
      const dialog = await openTalk(page, site.url)
      await dialog.getByRole('button', { name: 'Continue without the video' }).click()
      const start = dialog.getByRole('button', { name: 'Talk with Marcus' })
      if (kind === 'refuse connections') {
        await start.click()
        await expect(dialog.getByText(/^Vapi error:/)).toBeVisible()
      }
      await dialog.getByText('Built in', { exact: true }).click()
      await start.click()
      await expect(dialog.getByRole('timer')).toBeVisible()
      // The greeting is spoken by the built-in voice; that questions are answered is tested on the server.
      const greeting = dialog.getByRole('log', { name: 'Conversation' }).locator('[data-role=assistant]')
      await expect(greeting).toContainText(/\w+ \w+ \w+ \w+/, GIVEN_UP)
      await dialog.getByRole('button', { name: 'End Call' }).click()
    })

    test('are reported where they are needed: for an agent and for a video of a photo', async ({ page, context }) => {
      await signInContext(context, site.url, account)
      await page.goto(site.url)
      await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).click()
      const card = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'with Amara' })
      await card.getByRole('button', { name: 'Talk', exact: true }).click()
      const agent = page.getByRole('dialog', { name: 'Talk with Amara' })
      await expect(agent.getByText('Failed to load D-ID agent. Please try again.')).toBeVisible(GIVEN_UP)
      await expect(agent.getByRole('button', { name: 'Try Again' })).toBeVisible()

      await page.goto(site.url)
      await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Customize Your AI Assistant' })
      const canvas = createCanvas(128, 128)
      const photo = { name: 'face.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') }
      await dialog.getByLabel('Avatar Photo').setInputFiles(photo)
      await dialog.getByLabel('First Message').fill('Hello, this is Mill Garage.')
      await dialog.getByRole('tab', { name: 'Test Avatar' }).click()
      await dialog.getByLabel('Text to speak').fill('Hello there.')
      await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
      await expect(dialog.getByText('Failed to generate talking video. Please try again.')).toBeVisible(GIVEN_UP)
      // The text is still in the field.
      await expect(dialog.getByLabel('Text to speak')).toHaveValue('Hello there.')
    })
  })
}

async function openTalk(page: Page, url: string): Promise<Locator> {
  await page.goto(url)
  await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).click()
  const card = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'with Marcus' })
  await card.getByRole('button', { name: 'Talk', exact: true }).click()
  return page.getByRole('dialog', { name: 'Talk with Marcus' })
}
