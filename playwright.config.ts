import { defineConfig } from '@playwright/test'

/**
 * A real-time conversation on a shared machine wants the processor for itself, and so does what waits for the browser's
 * own work in the background (a service worker's update): these go one at a time.
 */
const ALONE = /\/(conversation|ears|foreign-clients|greeting|call|offline|own-assistant)\.spec\.ts$/

/**
 * How long is waited for what is not measured, on a machine that does other things as well. What the product promises has
 * its own limit where it is tested.
 */
const PATIENCE = { testMs: 300_000, expectMs: 20_000, actionMs: 30_000 }

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/prepared-data.ts',
  projects: [
    { name: 'alone', testMatch: ALONE, workers: 1 },
    {
      name: 'pages',
      testMatch: '**/*.spec.ts',
      testIgnore: ALONE,
      workers: 2,
      // Without a graphics card a living face costs half a processor. What is about motion says so: `contextOptions: {}`.
      use: { contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
  workers: 2,
  retries: 0,
  timeout: PATIENCE.testMs,
  expect: { timeout: PATIENCE.expectMs },
  forbidOnly: Boolean(process.env['CI']),
  outputDir: 'test-results',
  reporter: 'list',
  // A worker that answers from its cache would stand between a test and what it is about; e2e/offline.spec.ts wants it.
  use: {
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    actionTimeout: PATIENCE.actionMs,
    serviceWorkers: 'block',
  },
})
