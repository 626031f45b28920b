import { expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './reports.ts'

test('counts the tests in a Vitest report, with the message of each failure', () => {
  const report = {
    testResults: [
      {
        name: '/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'subtracts', status: 'failed', failureMessages: ['expected 1 to be 2'] },
          { fullName: 'divides', status: 'skipped', failureMessages: [], tags: [] },
          { fullName: 'multiplies', status: 'todo', tags: [] },
        ],
      },
    ],
  }
  expect(readVitestReport(JSON.stringify(report))).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: [{ name: '/a.test.ts › subtracts', detail: 'expected 1 to be 2' }],
  })
})

test('nightly tests do not count as skipped in an ordinary run, nor ordinary tests in a nightly run', () => {
  const assertionResults = [
    { fullName: 'adds', status: 'skipped', tags: [] },
    { fullName: 'adds for hours', status: 'skipped', tags: ['nightly'] },
  ]
  const report = JSON.stringify({ testResults: [{ name: '/a.test.ts', status: 'passed', assertionResults }] })
  expect(readVitestReport(report)).toMatchObject({ passed: 0, skipped: 1 })
  expect(readVitestReport(report, 'nightly')).toMatchObject({ passed: 0, skipped: 1 })
  const nightly = JSON.stringify({
    testResults: [{ name: '/a.test.ts', status: 'passed', assertionResults: assertionResults.slice(1) }],
  })
  expect(readVitestReport(nightly)).toMatchObject({ skipped: 0 })
})

test('in a run on a PostgreSQL server, only skipped tests with the postgres tag count', () => {
  const skipped = (fullName: string, ...tags: string[]) => ({ fullName, status: 'skipped', tags })
  const assertionResults = [skipped('adds'), skipped('locks', 'postgres'), skipped('locks long', 'postgres', 'nightly')]
  const report = JSON.stringify({ testResults: [{ name: '/a.test.ts', status: 'passed', assertionResults }] })
  expect(readVitestReport(report, 'postgres')).toMatchObject({ passed: 0, failed: 0, skipped: 1 })
})

test('a file that Vitest could not load is a failure', () => {
  const file = { name: '/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] }
  expect(readVitestReport(JSON.stringify({ testResults: [file] }))).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [{ name: '/b.test.ts', detail: 'Cannot find module' }],
  })
})

test('counts the tests in a Playwright report, at any depth, and the errors of Playwright itself', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'shell.spec.ts',
    line: 3,
    tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
  })
  const report = {
    suites: [
      {
        specs: [spec('answers', 'expected')],
        suites: [{ specs: [spec('fails', 'unexpected', 'no such button'), spec('waits', 'skipped')] }],
      },
    ],
    errors: [{ message: 'the configuration is wrong' }],
  }
  expect(readPlaywrightReport(JSON.stringify(report))).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      { name: 'shell.spec.ts:3 › fails', detail: 'no such button' },
      { name: 'Playwright', detail: 'the configuration is wrong' },
    ],
  })
})

test('a test that passed only on the second try counts as failed', () => {
  const spec = {
    title: 'sometimes',
    file: 'a.spec.ts',
    line: 1,
    tests: [{ status: 'flaky', results: [{ errors: [] }] }],
  }
  expect(readPlaywrightReport(JSON.stringify({ suites: [{ specs: [spec] }], errors: [] }))).toMatchObject({
    passed: 0,
    failed: 1,
  })
})
