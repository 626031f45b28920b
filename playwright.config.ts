import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // A real-time conversation on a shared machine wants the processor for itself.
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  outputDir: 'test-results',
  reporter: 'list',
  // A worker that answers from its cache would stand between a test and what it is about; e2e/offline.spec.ts wants it.
  use: { trace: 'retain-on-failure', actionTimeout: 15_000, serviceWorkers: 'block' },
})
