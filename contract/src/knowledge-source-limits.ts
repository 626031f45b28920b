/** How much may be read for an assistant; forms in the browser need it too, so it stays free of zod. */

export const MAX_SOURCES = 20
/** Of one source. */
export const MAX_PROPOSALS = 40
export const SOURCE_FILE_MAX_BYTES = 10 * 1024 * 1024
export const SOURCE_ADDRESS_MAX_LENGTH = 2_000
export const SOURCE_NAME_MAX_LENGTH = 200
