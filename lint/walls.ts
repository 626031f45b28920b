// The import rules between parts of the repository. They are one pure function, so that every rule has a row in a table
// of tests. The parts follow from the folders: a new feature is covered as soon as its folder exists.
import { posix } from 'node:path'

/** Only files in a `vendors/` folder may import these packages; all other code uses our own ports. */
const VENDOR_PACKAGES = [
  'stripe',
  '@stripe/',
  'openai',
  '@openai/',
  '@vapi-ai/',
  'elevenlabs',
  '@elevenlabs/',
  '@d-id/',
  '@aws-sdk/',
]

/** Allowed in tests only. A test may also use a vendor's own SDK to act as a client of that vendor. */
const TEST_PACKAGES = ['vitest', 'fast-check', 'node:']

export type ImportSeen = {
  /** The importing file, relative to the root of the repository, with forward slashes. */
  from: string
  specifier: string
  typeOnly: boolean
}

/** A message for the author of an import that breaks a rule; null if it breaks none. */
export function brokenWall({ from, specifier, typeOnly }: ImportSeen): string | null {
  const target = resolveTarget(from, specifier)
  const isTest = /(\.test|-testing)\.tsx?$/.test(from)
  const zone = zoneOf(from)
  if (target.kind === 'package') {
    if (isTest && TEST_PACKAGES.some((allowed) => matchesPackage(target.name, allowed))) return null
    if (zone === 'contract' && target.name !== 'zod') return `contract imports only zod, not ${target.name}`
    if (zone === 'portrait' && isPortraitTool(from)) return null
    if (zone === 'portrait') return `portrait imports only contract, not ${target.name}`
    if (isTest || zone === 'tools' || /^(server|web)\/src\/vendors\//.test(from)) return null
    // The sandbox simulates Stripe, so it may import the types of Stripe's SDK, but no code.
    if (typeOnly && zone === 'stripe-sandbox') return null
    if (VENDOR_PACKAGES.some((vendor) => matchesPackage(target.name, vendor))) {
      return `${target.name} is a vendor's SDK: import it in a file of server/src/vendors/ and pass on what is ours`
    }
    return null
  }
  const targetZone = zoneOf(target.path)
  if (zone === 'contract' && targetZone !== 'contract') return `contract imports only zod, not ${target.path}`
  if (zone === 'portrait' && targetZone !== 'portrait' && targetZone !== 'contract') {
    return `portrait imports only contract, not ${target.path}`
  }
  if (isPortraitTool(target.path) && /^(portrait|web)\/src\//.test(from)) {
    return 'portrait/png draws with a native library: browsers draw with portrait/src'
  }
  if (zone === 'web' && targetZone === 'server' && !typeOnly) {
    return 'web knows the server only by its type: write `import type`'
  }
  if (zone === 'server' && targetZone === 'web') return 'server never imports web'
  if (zone === 'stripe-sandbox' && targetZone !== zone)
    return `stripe-sandbox knows nothing of the rest, nor ${target.path}`
  if (zone !== 'tools' && targetZone === 'tools' && !isTest) return `${target.path} is a tool, not part of the program`
  return brokenFeatureWall(from, target.path, isTest)
}

/** The files that compose the program: `server.ts` and the root files of the web app. */
const COMPOSITION = /^server\/src\/server\.ts$|^web\/src\/[^/]+$/

/** Other features and the composition may import a feature only through its face. */
function brokenFeatureWall(from: string, to: string, isTest: boolean): string | null {
  const feature = featureOf(to)
  if (feature === null || zoneOf(from) === 'tools') return null
  if (featureOf(from) === feature) return null
  if (zoneOf(from) !== zoneOf(to)) return null
  // Routes may import any file of a feature to compose screens; tests, to set up a situation.
  if (from.startsWith('web/src/routes/') || isTest) return null
  if (featureOf(from) === null && !COMPOSITION.test(from)) {
    return `${feature} is a feature: only features and the composition import it`
  }
  return isFace(to) ? null : `enter ${feature} through its face, ${feature}/${posix.basename(feature)}.ts`
}

type Target = { kind: 'package'; name: string } | { kind: 'file'; path: string }

export function resolveTarget(from: string, specifier: string): Target {
  if (specifier.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(from), specifier) }
  const alias = /^#(contract|portrait)\/(.*)$/.exec(specifier)
  if (alias) return { kind: 'file', path: `${alias[1]}/src/${alias[2]}` }
  return { kind: 'package', name: specifier }
}

/** `stripe` matches a package and its subpaths, `@stripe/` a scope, and `node:` a scheme. */
function matchesPackage(name: string, pattern: string): boolean {
  return name === pattern || name.startsWith(/[/:]$/.test(pattern) ? pattern : `${pattern}/`)
}

const PROGRAM_ZONES = ['contract', 'portrait', 'server', 'stripe-sandbox', 'web'] as const

function zoneOf(path: string): (typeof PROGRAM_ZONES)[number] | 'tools' {
  const top = path.slice(0, path.indexOf('/'))
  // Code that tests share is not part of the program.
  if (path.startsWith('server/test/')) return 'tools'
  return PROGRAM_ZONES.find((zone) => zone === top) ?? 'tools'
}

/** Everything in portrait/ outside portrait/src: Node tools that render portraits and contact sheets. */
function isPortraitTool(path: string): boolean {
  return path.startsWith('portrait/') && !path.startsWith('portrait/src/')
}

/** `features/<name>/<name>.ts`: the file with everything that a feature offers to others, including types. */
function isFace(path: string): boolean {
  return /^(?:server|web)\/src\/features\/([^/]+)\/\1\.tsx?$/.test(path)
}

/** The folder of the feature that a file belongs to. */
export function featureOf(path: string): string | null {
  return /^(server|web)\/src\/features\/[^/]+/.exec(path)?.[0] ?? null
}
