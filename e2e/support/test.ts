import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { launchChromium } from './browser.ts'
import { makeMicrophoneTrack } from './microphone-track.ts'
import { SHARED_SERVER_VARIABLE } from './prepared-data.ts'

export { expect } from '@playwright/test'

type TestFixtures = {
  /**
   * The WAV file that the microphone plays (`makeMicrophoneTrack`); silence unless a test sets `test.use({ microphone
   * })`.
   */
  microphone: string | undefined
  /**
   * Whether the test gets a new context, with cold caches. Otherwise it borrows one, and what it leaves there is cleared:
   * pages, routes, cookies and storage. A mocked clock and changed permissions stay, so they need a context of their own.
   */
  ownContext: boolean
  /** Whether the pages are drawn, for tests about the first paint and shifts of the layout. Drawing costs much. */
  isDrawn: boolean
  /** Console errors that this test expects. Any other one fails the test, as does an uncaught exception. */
  allowedErrors: RegExp[]
}
type WorkerFixtures = {
  /** One real server for all tests; each test creates its own accounts on it. */
  server: { url: string }
  silence: string
  /** The browser shared by all tests of a worker that need no microphone of their own, since starting one is slow. */
  quietBrowser: Browser
  /**
   * The contexts of `quietBrowser` that tests borrow, by their settings. In a new one, the first page takes a second of
   * processor time longer, for a process and for loading and compiling its scripts.
   */
  sharedContexts: Map<string, BrowserContext>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  microphone: [undefined, { option: true }],
  ownContext: [false, { option: true }],
  isDrawn: [false, { option: true }],
  allowedErrors: [[], { option: true }],
  server: [({}, use) => use({ url: process.env[SHARED_SERVER_VARIABLE] ?? '' }), { scope: 'worker' }],
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
  sharedContexts: [({}, use) => use(new Map()), { scope: 'worker' }],
  context: async (
    {
      microphone,
      ownContext,
      isDrawn,
      quietBrowser,
      sharedContexts,
      server,
      baseURL,
      allowedErrors,
      viewport,
      colorScheme,
      serviceWorkers,
      contextOptions,
    },
    use,
  ) => {
    const settings = { ...contextOptions, baseURL, permissions: ['microphone'], viewport, colorScheme, serviceWorkers }
    const isShared = microphone === undefined && !ownContext
    // Chromium takes the microphone's file only at launch, and plays it from the start at every getUserMedia.
    const browser = microphone === undefined ? quietBrowser : await launchChromium(microphone)
    const name = JSON.stringify({ ...settings, isDrawn })
    const borrowed = isShared ? sharedContexts.get(name) : undefined
    const context = borrowed ?? (await openContext(browser, settings, isDrawn))
    if (isShared && !borrowed) {
      sharedContexts.set(name, context)
      // While a page of this machine is open, its process stays.
      await (await context.newPage()).goto(`${server.url}/api/health`)
    }
    const problems: string[] = []
    const onPage = (page: Page) => watch(page, problems)
    context.on('page', onPage)
    await use(context)
    context.off('page', onPage)
    if (isShared) await clear(context)
    else await context.close()
    if (browser !== quietBrowser) await browser.close()
    const unexpected = [...new Set(problems)].filter(
      (problem) => !allowedErrors.some((allowed) => allowed.test(problem)),
    )
    if (unexpected.length > 0) throw new Error(`Errors in the page:\n${unexpected.join('\n')}`)
  },
  page: async ({ context }, use) => use(await context.newPage()),
})

/** Opens a further browser profile, set up like that of a test. */
export async function openContext(
  browser: Browser,
  settings: BrowserContextOptions,
  isDrawn = false,
): Promise<BrowserContext> {
  const context = await browser.newContext(settings)
  // A trace shows what was drawn.
  if (!isDrawn && !process.env['TRACE']) await context.addInitScript(makeTransparent)
  return context
}

/**
 * Runs in each page. Chromium does not draw what is transparent, and no test looks at it; layout, hits and what counts as
 * visible are the same. One full stop is drawn: prerendered pages load their scripts after their first paint.
 */
function makeTransparent(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`body { opacity: 0 } html::before { content: '.'; position: fixed; pointer-events: none }`)
  document.adoptedStyleSheets.push(sheet)
}

/** Closes all pages but the first, which keeps the process, and forgets everything else that a test left. */
async function clear(context: BrowserContext): Promise<void> {
  for (const page of context.pages().slice(1)) await page.close()
  await context.unrouteAll()
  await context.setOffline(false)
  await context.setStorageState({ cookies: [], origins: [] })
}

function watch(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
}
