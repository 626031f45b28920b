/** Limits of an uploaded photo; the page and the server's check both import it, so it stays free of zod. */

export const PHOTO_MAX_BYTES = 10 * 1024 * 1024
/** Read from the file's header, before anything is decoded. */
export const PHOTO_MAX_PIXELS = 40_000_000
/** Pictures are made smaller to this, along their longer side. */
export const PHOTO_MAX_SIDE_PX = 1_024
/** Smaller ones would be a blur. */
export const PHOTO_MIN_SIDE_PX = 64

export const PHOTO_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
