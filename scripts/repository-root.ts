import { fileURLToPath } from 'node:url'

/** With a separator at its end. */
export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))
