import type { Rolldown } from 'vite'

const FRAMEWORK = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//
/** The routes around every screen. The entry stays alone: whoever imported it would start the page too early. */
const AROUND_EVERY_SCREEN = /\/web\/src\/(?:root|routes\/layout)\.tsx$/
const ENTRY = /\/web\/src\/entry\.client\.tsx$/

/**
 * Two files instead of a dozen for what every screen needs: the framework, which changes rarely, and our shell. A request
 * costs more than the bytes in most of them, and together they compress better. All else is split as its imports say.
 */
export const sharedChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'framework', test: FRAMEWORK, tags: ['$initial'], priority: 2 },
    { name: (id, graph) => (isPartOfShell(id, graph) ? 'shell' : null), debugName: 'shell', priority: 1 },
  ],
}

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** Whether a module around every screen imports this one, directly or through others. Lazy imports do not count. */
function isPartOfShell(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (AROUND_EVERY_SCREEN.test(id)) return true
  if (seen.has(id) || ENTRY.test(id)) return false
  seen.add(id)
  return [...(graph.getModuleInfo(id)?.importers ?? [])].some((importer) => isPartOfShell(importer, graph, seen))
}
