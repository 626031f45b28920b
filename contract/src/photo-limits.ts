/** Limits of an uploaded photo; the page and the server's check both import it, so it stays free of zod. */

export const PHOTO_MAX_BYTES = 10 * 1024 * 1024
/** Checked against the size in the file's header, before the picture is decoded. */
export const PHOTO_MAX_PIXELS = 40_000_000
/** Larger pictures are scaled down until their longer side has this length. */
export const PHOTO_MAX_SIDE_PX = 1_024
/** Smaller pictures would look blurred. */
export const PHOTO_MIN_SIDE_PX = 64

export const PHOTO_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
