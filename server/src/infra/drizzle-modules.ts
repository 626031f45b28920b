import { registerHooks, type ResolveFnOutput } from 'node:module'

/**
 * Node.js 24 parses a package's package.json anew for each import of one of its modules. Drizzle has hundreds of modules
 * and a package.json of 180 kB, which took a third of the server's start: imported first, this module says where they are.
 */
const PACKAGE = 'drizzle-orm'
const OWN_FOLDER = `/node_modules/${PACKAGE}/`
const entries = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context
    if (parentURL?.includes(OWN_FOLDER) && /^\.\.?\/.*\.js$/.test(specifier)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    if (specifier !== PACKAGE && !specifier.startsWith(`${PACKAGE}/`)) return nextResolve(specifier, context)
    const entry = entries.get(specifier) ?? nextResolve(specifier, context)
    entries.set(specifier, entry)
    return { ...entry, shortCircuit: true }
  },
})
