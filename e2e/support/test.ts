import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Browser, type Page } from '@playwright/test'
import { launchChromium } from './browser.ts'
import { makeMicrophoneTrack } from './microphone-track.ts'
import { tapPageAudio } from './page-audio.ts'
import { startServer, type RunningServer } from './server.ts'

export { expect } from '@playwright/test'

type TestFixtures = {
  /**
   * The WAV file that the microphone plays (`makeMicrophoneTrack`); silence unless a test sets `test.use({ microphone
   * })`.
   */
  microphone: string | undefined
  /** Console errors that this test expects. Any other one fails the test, as does an uncaught exception. */
  allowedErrors: RegExp[]
}
type WorkerFixtures = {
  /** One real server for all tests of a worker; each test creates its own accounts on it. */
  server: RunningServer
  silence: string
  /** The browser shared by all tests of a worker that need no microphone of their own, since starting one is slow. */
  quietBrowser: Browser
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  microphone: [undefined, { option: true }],
  allowedErrors: [[], { option: true }],
  server: [
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  silence: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'voxhall-silence-'))
      await use(makeMicrophoneTrack(join(folder, 'silence.wav'), [], []).path)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  quietBrowser: [
    async ({ silence }, use) => {
      const browser = await launchChromium(silence)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  context: async (
    { microphone, quietBrowser, baseURL, allowedErrors, viewport, colorScheme, serviceWorkers, contextOptions },
    use,
  ) => {
    // Chromium takes the microphone's file only at launch, and plays it from the start at every getUserMedia.
    const browser = microphone === undefined ? quietBrowser : await launchChromium(microphone)
    const context = await browser.newContext({
      ...contextOptions,
      baseURL,
      permissions: ['microphone'],
      viewport,
      colorScheme,
      serviceWorkers,
    })
    const problems: string[] = []
    context.on('page', (page) => watch(page, problems))
    await tapPageAudio(context)
    await use(context)
    await context.close()
    if (browser !== quietBrowser) await browser.close()
    const unexpected = [...new Set(problems)].filter(
      (problem) => !allowedErrors.some((allowed) => allowed.test(problem)),
    )
    if (unexpected.length > 0) throw new Error(`Errors in the page:\n${unexpected.join('\n')}`)
  },
  page: async ({ context }, use) => use(await context.newPage()),
})

function watch(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
}
