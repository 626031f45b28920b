import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findCycle, readFeatureGraph } from './feature-graph.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test.each(['server', 'web'])('the features of %s have no import cycle', (program) => {
  const graph = readFeatureGraph(root, program)
  expect([...graph.values()].flatMap((imported) => [...imported]).length).toBeGreaterThan(0)
  expect(findCycle(graph)).toBeNull()
})

describe('finding a cycle', () => {
  test.each<[string, Record<string, string[]>, string[] | null]>([
    ['none without features', {}, null],
    ['none in a chain', { a: ['b'], b: ['c'], c: [] }, null],
    ['none where two paths lead to the same feature', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, null],
    ['a cycle of two', { a: ['b'], b: ['a'] }, ['a', 'b', 'a']],
    [
      'a cycle of three, reached from a feature outside it',
      { x: ['a'], a: ['b'], b: ['c'], c: ['a'] },
      ['a', 'b', 'c', 'a'],
    ],
    ['a cycle beside a chain', { a: ['b'], b: [], c: ['d'], d: ['c'] }, ['c', 'd', 'c']],
  ])('%s', (_, graph, cycle) => {
    expect(findCycle(new Map(Object.entries(graph).map(([from, to]) => [from, new Set(to)])))).toEqual(cycle)
  })
})

test('every kind of import counts, except the imports of tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-features-'))
  try {
    for (const [path, text] of Object.entries({
      'one/one.ts': "import type { Two } from '../two/two.ts'\nimport { own } from './own.ts'\n",
      'one/own.ts': "import {\n  a,\n  b,\n} from '../three/three.ts'\n",
      'one/deep/lazy.ts': "export const load = () => import('../../four/four.ts')\n",
      'one/one.test.ts': "import { five } from '../five/five.ts'\n",
      'two/two.ts': "export { infra } from '../../infra/db/client.ts'\n",
    })) {
      const file = join(folder, 'server/src/features', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const named = (name: string) => `server/src/features/${name}`
    expect(readFeatureGraph(folder, 'server')).toEqual(
      new Map([
        [named('one'), new Set([named('two'), named('three'), named('four')])],
        [named('two'), new Set()],
      ]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
