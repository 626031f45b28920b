import { defineConfig } from 'vitest/config'

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
/** What is waited for comes within moments; these are for a machine that has other things to do. */
const patience = { testTimeout: 300_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }

export default defineConfig({
  test: {
    // All cores: the runner leaves one free, which on two is half of them.
    maxWorkers: '100%',
    // Tests that need a database are a project of their own: `npm test` runs them on PGlite and again on PostgreSQL.
    projects: [
      {
        test: {
          name: 'unit',
          include: everywhere.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...exclude, '**/*.db.test.ts'],
          setupFiles: ['scripts/fail-on-console-error.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'db',
          include: ['server/**/*.db.test.ts'],
          exclude,
          setupFiles: ['scripts/fail-on-console-error.ts'],
          ...patience,
        },
      },
    ],
  },
})
