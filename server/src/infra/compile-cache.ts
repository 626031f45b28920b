import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** The environment of a process or thread that gets no variables of ours, since they hold secrets, but our compile cache. */
export function compileCacheOnly(): Record<string, string> {
  const folder = getCompileCacheDir()
  // Node.js adds a folder for its own version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
