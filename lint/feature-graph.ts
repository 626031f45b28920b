// Finds which feature imports which. The import rules in walls.ts look at one import at a time; a cycle of features
// shows only in the graph of all of them, since two features can import each other through different files.
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { featureOf, resolveTarget } from './walls.ts'

/** For each feature, the other features that its files import. */
type FeatureGraph = ReadonlyMap<string, ReadonlySet<string>>

const SOURCE = /\.tsx?$/
/** Tests are left out: they may import other features past their faces to set up a situation. */
const TEST = /(\.test|-testing)\.tsx?$/
/** Matches static imports and exports, including types, and dynamic imports. */
const SPECIFIER = /(?:\bfrom|\bimport\()\s*'([^']+)'/g

/**
 * @param root the root of the repository
 * @param program `server` or `web`
 */
export function readFeatureGraph(root: string, program: string): FeatureGraph {
  const graph = new Map<string, Set<string>>()
  const base = `${program}/src/features`
  for (const name of readdirSync(join(root, base), { recursive: true, encoding: 'utf8' })) {
    if (!SOURCE.test(name) || TEST.test(name)) continue
    const path = `${base}/${name.split(sep).join('/')}`
    const from = featureOf(path)
    if (from === null) continue
    const imported = graph.get(from) ?? new Set()
    graph.set(from, imported)
    for (const [, specifier = ''] of readFileSync(join(root, path), 'utf8').matchAll(SPECIFIER)) {
      const target = resolveTarget(path, specifier)
      const to = target.kind === 'file' ? featureOf(target.path) : null
      if (to !== null && to !== from) imported.add(to)
    }
  }
  return graph
}

/** The first cycle found, as a path that begins and ends with the same feature; null if there is none. */
export function findCycle(graph: FeatureGraph): string[] | null {
  const finished = new Set<string>()

  function follow(path: readonly string[]): string[] | null {
    const feature = path.at(-1) ?? ''
    const seenAt = path.indexOf(feature)
    if (seenAt < path.length - 1) return path.slice(seenAt)
    if (finished.has(feature)) return null
    for (const next of graph.get(feature) ?? []) {
      const cycle = follow([...path, next])
      if (cycle) return cycle
    }
    finished.add(feature)
    return null
  }

  for (const feature of graph.keys()) {
    const cycle = follow([feature])
    if (cycle) return cycle
  }
  return null
}
