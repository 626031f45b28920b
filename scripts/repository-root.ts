import { fileURLToPath } from 'node:url'

/** The path ends with a separator. */
export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))
