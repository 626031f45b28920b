// First, as in main.ts: the tests read and fill databases themselves.
import './server/src/infra/drizzle-modules.ts'
import { defineConfig } from '@playwright/test'

/**
 * A conversation in real time, a video, which the server makes at a low priority, or the browser's own work in the
 * background (a service worker's update): these share the machine with nothing but each other.
 */
const TALKS =
  /\/(conversation|customer|foreign-clients|offline|talk-video|test-avatar-spoken|test-avatar-video)\.spec\.ts$/
/** A call that lasts a real minute and mostly waits: it has a worker of its own beside the pages, for as long as they take. */
const WAITS = /\/demo-minute\.spec\.ts$/

/** A test that hangs costs no more than this. One that is too slow gets less to do, never more time. */
const LIMITS = { testMs: 30_000, expectMs: 10_000, actionMs: 10_000 }

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  // Files begin in the order of their names. The longest are named to be among the first, so that none runs alone at the
  // end while a core is idle.
  projects: [
    // One for each core: beside two others, a typed question once waited nine seconds, and once an answer was cut off.
    { name: 'talks', testMatch: TALKS, workers: 2, use: { contextOptions: { reducedMotion: 'reduce' } } },
    { name: 'waits', testMatch: WAITS, workers: 1, use: { contextOptions: { reducedMotion: 'reduce' } } },
    {
      name: 'pages',
      workers: 2,
      testMatch: '**/*.spec.ts',
      testIgnore: [TALKS, WAITS],
      // Without a graphics card a living face costs half a processor. A test about motion says so: `contextOptions: {}`.
      use: { contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
  // One for each core, and one for the call that waits.
  workers: 3,
  retries: 0,
  timeout: LIMITS.testMs,
  expect: { timeout: LIMITS.expectMs },
  forbidOnly: Boolean(process.env['CI']),
  outputDir: 'test-results',
  reporter: 'list',
  // A worker that answers from its cache would stand between a test and what it is about; e2e/offline.spec.ts wants it.
  use: {
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    actionTimeout: LIMITS.actionMs,
    serviceWorkers: 'block',
  },
})
