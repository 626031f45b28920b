import type { Rolldown } from 'vite'

const FRAMEWORK = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\/|\/web\/vite\/no-[a-z-]+\.ts$/
const HOME = /\/web\/src\/routes\/home\.tsx$/
const ICONS = /\/lucide-react\/dist\/esm\/icons\//
/** What is split by who needs it. Other packages are not. */
const SPLIT = new RegExp(`/(?:contract|portrait|web)/src/|${ICONS.source}`)
/** The routes around every screen. The entry stays alone: an import of it would start the page too early. */
const AROUND_EVERY_SCREEN = /\/web\/src\/(?:root|routes\/layout)\.tsx$/
const ENTRY = /\/web\/src\/entry\.client\.tsx$/

/**
 * Small parts that most forms share: one file, as for the icons that neither the shell nor Home shows, since every page
 * pays for each name in the list of files.
 */
const FORMS =
  /\/(?:contract\/src\/(?:own-assistant-limits|written-text|line-schema)|web\/src\/ui\/(?:field|field-frame|select-field|password-field|tabs))\.tsx?$/

/**
 * Two files instead of a dozen for what every screen needs: the framework, which changes rarely, and our shell. A request
 * costs more than the bytes in most of them, and together they compress better. All else is split as its imports say.
 */
export const sharedChunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'framework', test: FRAMEWORK, tags: ['$initial'], priority: 2 },
    {
      name: (id, graph) => (isPartOfShell(id, graph) || isSharedPartOfHome(id, graph) ? 'shell' : null),
      debugName: 'shell',
      priority: 1,
    },
    { name: 'forms', test: FORMS, priority: 0 },
    {
      name: (id, graph) => (ICONS.test(id) && !isReachedFrom(HOME, id, graph) ? 'icons' : null),
      debugName: 'icons',
      priority: 0,
    },
  ],
}

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** Whether a module around every screen imports this one, directly or through others. Lazy imports do not count. */
function isPartOfShell(id: string, graph: ModuleGraph): boolean {
  return isReachedFrom(AROUND_EVERY_SCREEN, id, graph)
}

/**
 * Home is where most visits begin, and what it shares with other screens would be a file of a few hundred bytes for each
 * set of sharers.
 */
function isSharedPartOfHome(id: string, graph: ModuleGraph): boolean {
  if (!SPLIT.test(id) || HOME.test(id) || !isReachedFrom(HOME, id, graph)) return false
  return [...(graph.getModuleInfo(id)?.importers ?? [])].some((importer) => !isReachedFrom(HOME, importer, graph))
}

function isReachedFrom(start: RegExp, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (start.test(id)) return true
  if (seen.has(id) || ENTRY.test(id)) return false
  seen.add(id)
  return [...(graph.getModuleInfo(id)?.importers ?? [])].some((importer) => isReachedFrom(start, importer, graph, seen))
}
