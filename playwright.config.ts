import { defineConfig } from '@playwright/test'

/** A real-time conversation on a shared machine wants the processor for itself: these go one at a time. */
const CALLS = /\/(conversation|crash|ears|foreign-clients|greeting|call)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'calls', testMatch: CALLS, workers: 1 },
    { name: 'pages', testMatch: '**/*.spec.ts', testIgnore: CALLS, workers: 2 },
  ],
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  outputDir: 'test-results',
  reporter: 'list',
  // A worker that answers from its cache would stand between a test and what it is about; e2e/offline.spec.ts wants it.
  use: { trace: 'retain-on-failure', actionTimeout: 15_000, serviceWorkers: 'block' },
})
