import { expect, it } from 'vitest'
import { demosResting, demoTimeUsedUp } from './free-use-refusals.ts'

const MIDNIGHT = new Date('2026-11-23T00:00:00Z')

it.each([
  ['2026-11-22T18:40:00Z', 'in about 5 hours (at 00:00 UTC)', 19_200],
  ['2026-11-22T23:00:00Z', 'in about 1 hour (at 00:00 UTC)', 3_600],
  ['2026-11-22T23:29:30Z', 'in 31 minutes (at 00:00 UTC)', 1_830],
  ['2026-11-22T23:59:59.500Z', 'in 1 minute (at 00:00 UTC)', 1],
])('at %s free calls are said to be back %s', (now, words, retryAfterSeconds) => {
  for (const refusal of [
    demoTimeUsedUp('person', MIDNIGHT, Date.parse(now)),
    demoTimeUsedUp('network', MIDNIGHT, Date.parse(now)),
    demosResting(MIDNIGHT, Date.parse(now)),
  ]) {
    expect(refusal).toMatchObject({ retryAfterSeconds, detail: expect.stringContaining(words) as string })
  }
})

it('a refusal says whether the caller or the network has used up the free minutes', () => {
  const detailOf = (whose: 'person' | 'network') => demoTimeUsedUp(whose, MIDNIGHT, +MIDNIGHT - 60_000).detail
  expect(detailOf('person')).toMatch(/^You can talk for free again/)
  expect(detailOf('network')).toContain('for your network')
})
