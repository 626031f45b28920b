import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** The environment of a process or thread that gets no variables of ours, since they hold secrets, but our compile cache. */
export function compileCacheOnly(): Record<string, string> {
  const folder = getCompileCacheDir()
  // Node.js adds a folder for its own version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** V8's flags with which the server's code is compiled ahead. A process without them finds nothing in the cache; memory limits may differ. */
export const COMPILED_WITH = ['--no-flush-liftoff-code']

/** Those of `COMPILED_WITH` that this process was started with, for a child that shares its compile cache. */
export function compileCacheFlags(): string[] {
  return COMPILED_WITH.filter((flag) => process.execArgv.includes(flag))
}
