import { setFlagsFromString } from 'node:v8'
import { PGlite, type Extensions, type PGliteOptions } from '@electric-sql/pglite'

/**
 * PGlite's own settings keep 128 MB of pages in memory; behind the operating system's cache a few are enough. One process
 * is its only client.
 */
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'max_connections=8']

/**
 * Code that V8 compiles while these are set stays at its first tier. One function of PostgreSQL, called in every start,
 * takes 600 MB and three seconds of a core to optimise; fragments of that memory stay for good (decision 0017).
 */
const FIRST_TIER_ONLY = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']
const ALL_TIERS = ['--wasm-dynamic-tiering', '--wasm-tier-up']

/** @param folder without one the database is kept in memory */
export async function createLeanPglite(folder: string | undefined, extensions: Extensions): Promise<PGlite> {
  const options: PGliteOptions = { extensions, startParams: START_PARAMETERS, ...(folder && { dataDir: folder }) }
  // Functions are compiled when they are first called, and V8's flags hold for the whole process: other modules that are
  // called first in this half second stay at their first tier too.
  FIRST_TIER_ONLY.forEach(setFlagsFromString)
  try {
    return await PGlite.create(options)
  } finally {
    ALL_TIERS.forEach(setFlagsFromString)
  }
}
