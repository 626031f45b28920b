/** Limits on the sources of an assistant's knowledge. Free of zod, because forms in the browser import them too. */

export const MAX_SOURCES = 20
/** The most questions that one source may propose. */
export const MAX_PROPOSALS = 40
export const SOURCE_FILE_MAX_BYTES = 10 * 1024 * 1024
export const SOURCE_ADDRESS_MAX_LENGTH = 2_000
export const SOURCE_NAME_MAX_LENGTH = 200
