import type { Rolldown } from 'vite'

const FRAMEWORK = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\/|\/web\/vite\/no-[a-z-]+\.ts$/
const HOME = /\/web\/src\/routes\/home\.tsx$/
const ICONS = /\/lucide-react\/dist\/esm\/icons\//
/** Modules that are split by which screens need them. Other packages are left to the bundler. */
const SPLIT = new RegExp(`/(?:contract|portrait|web)/src/|${ICONS.source}`)
/**
 * The routes around every screen. The entry module is not part of their chunk: importing that chunk would start the
 * page too early.
 */
const AROUND_EVERY_SCREEN = /\/web\/src\/(?:root|routes\/layout)\.tsx$/
const ENTRY = /\/web\/src\/entry\.client\.tsx$/

/**
 * Small modules that most forms and lists share are put into one file, and so are the icons used neither in the shell nor on
 * Home, since the name of every file is listed on each page. What these modules import lands in the file too, so none of
 * them may import what Home loads, as errors of the API are.
 */
const FORMS =
  /\/(?:contract\/src\/(?:own-assistant-limits|written-text|line-schema)|web\/src\/ui\/(?:field|field-frame|select-field|password-field|checkbox|tabs)|web\/src\/lib\/(?:copy-text|pause|use-busy))\.tsx?$/

/**
 * Two files instead of a dozen for what every screen needs: the framework, which changes rarely, and our shell. For
 * most of these modules, a request would cost more than their bytes, and together they compress better. Everything else
 * is split along its imports.
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

/** Whether a module around every screen imports this one, directly or indirectly. Dynamic imports do not count. */
function isPartOfShell(id: string, graph: ModuleGraph): boolean {
  return isReachedFrom(AROUND_EVERY_SCREEN, id, graph)
}

/**
 * Whether Home shares this module with other screens. Most visits begin at Home, and each set of sharing screens would
 * otherwise get a file of a few hundred bytes.
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
