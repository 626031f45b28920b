import { expect, test } from 'vitest'
import { mainThreadCpu, NO_SCRIPT, type TraceEvent } from './main-thread-cpu.ts'

const MAIN = { pid: 1, tid: 1, ph: 'X' }
const url = 'http://localhost/assets/framework-BwK5c3W.js'

const TRACE: TraceEvent[] = [
  { ...MAIN, name: 'Layout', ts: 10, dur: 50, tdur: 40 },
  { ...MAIN, ph: 'R', name: 'navigationStart', ts: 100, args: { data: { documentLoaderURL: 'http://localhost/' } } },
  { ...MAIN, name: 'RunTask', ts: 100, dur: 90_000, tdur: 20_000 },
  { ...MAIN, name: 'FunctionCall', ts: 200, dur: 80_000, tdur: 15_000, args: { data: { url } } },
  { ...MAIN, name: 'UpdateLayoutTree', ts: 300, dur: 9_000, tdur: 4_000 },
  { ...MAIN, tid: 2, name: 'RunTask', ts: 300, dur: 9_000, tdur: 9_000 },
  { ...MAIN, name: 'RunTask', ts: 100_000, dur: 3_000, tdur: 1_000 },
]

test("counts the CPU time of the page's main thread from the navigation on, nested events only once", () => {
  const { totalMs, byWork, byScript } = mainThreadCpu(TRACE)
  expect(totalMs).toBe(21)
  expect(Object.fromEntries(byWork)).toEqual({ script: 11, style: 4, rest: 6 })
  // Work that a script causes, such as layout, is attributed to the script.
  expect(Object.fromEntries(byScript)).toEqual({ framework: 15, [NO_SCRIPT]: 6 })
})

test('throws for a trace without a navigation', () => {
  expect(() => mainThreadCpu([])).toThrow('no navigation')
})
