import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findCircle, readFeatureGraph } from './feature-graph.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test.each(['server', 'web'])('the features of %s have no circle', (program) => {
  const graph = readFeatureGraph(root, program)
  expect([...graph.values()].flatMap((imported) => [...imported]).length).toBeGreaterThan(0)
  expect(findCircle(graph)).toBeNull()
})

describe('a circle', () => {
  test.each<[string, Record<string, string[]>, string[] | null]>([
    ['none without features', {}, null],
    ['none in a line', { a: ['b'], b: ['c'], c: [] }, null],
    ['none where two ways lead to one', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, null],
    ['of two', { a: ['b'], b: ['a'] }, ['a', 'b', 'a']],
    ['of three, behind a feature outside of it', { x: ['a'], a: ['b'], b: ['c'], c: ['a'] }, ['a', 'b', 'c', 'a']],
    ['beside a line', { a: ['b'], b: [], c: ['d'], d: ['c'] }, ['c', 'd', 'c']],
  ])('%s', (_, graph, circle) => {
    expect(findCircle(new Map(Object.entries(graph).map(([from, to]) => [from, new Set(to)])))).toEqual(circle)
  })
})

test('imports count whatever their kind, except those of tests', () => {
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
