import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { CHROMIUM_FLAGS } from './scripts/ensure-chromium.ts'

const everywhere = [
  'contract',
  'portrait',
  'server',
  'stripe-sandbox',
  'web',
  'lint',
  'scripts',
  'bench',
  'e2e/support',
]
const exclude = ['**/node_modules/**', 'build/**']
/** A test that hangs costs no more than this. One that is too slow gets less to do, never more time. */
const limits = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }
const setupFiles = ['scripts/test/setup.ts']

/**
 * Tests of parts of the pages in a real browser, without a server. The files share a page, unless a module is replaced in
 * them: loading the modules of the site for each file takes a quarter of the stage. Both kinds share one Vite server.
 */
const inBrowser: TestProjectConfiguration = {
  plugins: [tailwindcss()],
  publicDir: 'web/public',
  // Found in advance: a package found later would reload the page in the middle of a test.
  optimizeDeps: {
    entries: ['web/src/**/*.{ts,tsx}', '!web/src/**/!(*.browser).test.*'],
    include: ['react/jsx-runtime', 'react/jsx-dev-runtime'],
  },
  test: {
    name: 'browser',
    include: ['web/**/*.browser.test.tsx'],
    exclude,
    setupFiles,
    // A page waits for the runner after each step, and half as many pages again as there are cores fill these gaps.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    ...limits,
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          args: CHROMIUM_FLAGS,
          ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
        },
        actionTimeout: 10_000,
      }),
      viewport: { width: 1280, height: 800 },
      instances: [
        {
          browser: 'chromium',
          name: 'components',
          include: ['web/**/!(*.mocked).browser.test.tsx'],
          isolate: false,
        },
        // A module that is replaced stays replaced in its page, so each of these files has a page of its own.
        {
          browser: 'chromium',
          name: 'mocked components',
          include: ['web/**/*.mocked.browser.test.tsx'],
          isolate: true,
        },
      ],
    },
  },
}

export default defineConfig({
  test: {
    // All cores: the runner leaves one free, which on two is half of them.
    maxWorkers: '100%',
    tags: [
      // Excluded from `npm test`; `npm run test:nightly` runs them alone.
      { name: 'nightly', description: 'Takes long by nature.', timeout: 10 * 60_000 },
      { name: 'postgres', description: 'Can tell the databases apart, so it runs on a PostgreSQL server as well.' },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          include: everywhere.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...exclude, '**/*.db.test.ts', '**/*.browser.test.tsx'],
          setupFiles,
          // The files of a worker share its modules: a process for each file costs as much as a third of the tests.
          isolate: false,
          ...limits,
        },
      },
      // Tests that need a database, on the embedded one unless TEST_DATABASE_URL names a server. The files of a worker
      // share its modules: loading the server and a PGlite takes two seconds.
      {
        test: {
          name: 'db',
          include: ['{scripts,server,stripe-sandbox}/**/*.db.test.ts'],
          exclude,
          setupFiles,
          isolate: false,
          ...limits,
        },
      },
      inBrowser,
    ],
  },
})
