import { defineConfig } from '@playwright/test'

/**
 * A conversation in real time, or the browser's own work in the background (a service worker's update): these share the
 * machine with nothing but each other.
 */
const TALKS = /\/(conversation|foreign-clients|offline|own-assistant|test-avatar-spoken)\.spec\.ts$/
/**
 * The longest conversation and the longest journeys. A stage starts its projects in their order, so that none of these
 * is left alone at the end.
 */
const LONG_TALKS = /\/own-assistant\.spec\.ts$/
const LONG_PAGES = /\/(crash|crm-failures|money|money-troubles|vendors-away)\.spec\.ts$/
/** Waits for a real minute and needs hardly any processor time: it has a worker of its own beside the pages. */
const MINUTE = /\/demo-minute\.spec\.ts$/

/** A test that hangs costs no more than this. One that is too slow gets less to do, never more time. */
const LIMITS = { testMs: 30_000, expectMs: 10_000, actionMs: 10_000 }

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/prepared-data.ts',
  projects: [
    { name: 'long-talks', testMatch: LONG_TALKS },
    { name: 'talks', testMatch: TALKS, testIgnore: LONG_TALKS },
    { name: 'minute', testMatch: MINUTE, workers: 1 },
    { name: 'long-pages', testMatch: LONG_PAGES, workers: 3 },
    { name: 'pages', testMatch: '**/*.spec.ts', testIgnore: [TALKS, MINUTE, LONG_PAGES], workers: 3 },
  ],
  // More than cores, since each waits for its server and for Chromium, and a conversation takes little of the processor.
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
    // Without a graphics card a living face costs half a processor. A test about motion says so: `contextOptions: {}`.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
