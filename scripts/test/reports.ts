// Reduces the JSON reports of the test runners to what the summary needs.
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

export type Tally = { passed: number; failed: number; skipped: number; failures: Failure[] }
type Failure = { name: string; detail: string }

/** The tag of slow tests: `npm test` leaves them out, and `npm run test:nightly` runs only them. */
export const NIGHTLY = 'nightly'
/** The tag of tests whose result may differ between the databases because of locks, NOTIFY, collation or races. */
const POSTGRES = 'postgres'

export type Selection = 'daily' | typeof NIGHTLY | typeof POSTGRES
/** Values for `vitest --tags-filter`. */
export const TAGS_FILTERS: Readonly<Record<Selection, string>> = {
  daily: `!${NIGHTLY}`,
  nightly: NIGHTLY,
  postgres: `${POSTGRES} && !${NIGHTLY}`,
}

/**
 * Tests outside of the selection are reported as skipped; they are not counted.
 * @param text the output of `vitest --reporter=json`
 */
export function readVitestReport(text: string, selection: Selection = 'daily'): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const file of (JSON.parse(text) as JsonTestResults).testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'passed') tally.passed += 1
      else if (test.status !== 'failed') tally.skipped += isSelected(test.tags) ? 1 : 0
      else addFailure(tally, `${file.name} › ${test.fullName}`, test.failureMessages?.join('\n') ?? '')
    }
    // A file that fails while loading has no test results, so the file itself counts as a failure.
    const noneFailed = file.assertionResults.every((test) => test.status !== 'failed')
    if (file.status === 'failed' && noneFailed) addFailure(tally, file.name, file.message)
  }
  return tally

  function isSelected(tags: string[]): boolean {
    if (selection === POSTGRES && !tags.includes(POSTGRES)) return false
    return tags.includes(NIGHTLY) === (selection === NIGHTLY)
  }
}

/** @param text the output of Playwright's `json` reporter */
export function readPlaywrightReport(text: string): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }
  const report = JSON.parse(text) as JSONReport
  const walk = ({ specs, suites = [] }: JSONReportSuite) => {
    for (const spec of specs) {
      for (const test of spec.tests) {
        if (test.status === 'expected') tally.passed += 1
        else if (test.status === 'skipped') tally.skipped += 1
        else {
          const messages = test.results.flatMap((result) => result.errors.map((error) => error.message))
          addFailure(tally, `${spec.file}:${spec.line} › ${spec.title}`, messages.join('\n'))
        }
      }
    }
    suites.forEach(walk)
  }
  report.suites.forEach(walk)
  for (const error of report.errors) addFailure(tally, 'Playwright', error.message ?? '')
  return tally
}

function addFailure(tally: Tally, name: string, detail: string): void {
  tally.failed += 1
  tally.failures.push({ name, detail: stripVTControlCharacters(detail) })
}
