import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { createTurnShare } from '../in-slices.ts'

/**
 * PGlite reserves 128 MB for shared buffers by default; as the operating system caches the same files, a few are enough.
 * This process is its only client, so it needs few connections.
 */
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'max_connections=8']

/**
 * While these flags are set, V8 leaves the code that it compiles at its first tier. Optimising one function of PostgreSQL
 * that every start calls takes 600 MB and three seconds of a core, and part of that memory is never freed (decision
 * 0017). V8 drops first-tier code when memory is short, and would later optimise it after all, unless it runs with
 * `--no-flush-liftoff-code` as in `npm start`.
 */
const FIRST_TIER_ONLY = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']
const ALL_TIERS = ['--wasm-dynamic-tiering', '--wasm-tier-up']

/** Without a `dataDir` the database is kept in memory. */
export async function createLeanPglite(options: PGliteOptions): Promise<PGlite> {
  // V8 compiles functions when they are first called, and its flags hold for the whole process: functions of other
  // modules that are first called in this half second stay at their first tier too.
  FIRST_TIER_ONLY.forEach(setFlagsFromString)
  try {
    return withFewParsers(sharingTurns(await PGlite.create({ ...options, startParams: START_PARAMETERS })))
  } finally {
    ALL_TIERS.forEach(setFlagsFromString)
  }
}

/**
 * Queries run on this thread. Requests that arrive together would otherwise run all of theirs in one turn of the event
 * loop: three hundred of one client took 340 ms, in which no call was served.
 */
function sharingTurns(pglite: PGlite): PGlite {
  const mayGoOn = createTurnShare()
  const query = pglite.query.bind(pglite)
  pglite.query = async (...given) => {
    await mayGoOn()
    return query(...given)
  }
  return pglite
}

/** The ids of bool[], int4[], text[], varchar[], int8[], float8[], uuid[] and jsonb[] in PostgreSQL's catalog of types. */
const ARRAY_TYPES = new Set(['1000', '1007', '1009', '1015', '1016', '1022', '2951', '3807'])

/**
 * PGlite keeps a parser for each of 300 array types, and copies all of a database's parsers with every query to which
 * Drizzle adds some of its own: that takes longer than a short query itself. Parsers of single values are not needed
 * here, since PGlite falls back to the same ones.
 */
function withFewParsers(pglite: PGlite): PGlite {
  for (const typeId of Object.keys(pglite.parsers)) if (!ARRAY_TYPES.has(typeId)) delete pglite.parsers[typeId]
  return pglite
}
