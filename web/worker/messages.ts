/** The messages from pages to the service worker, imported on both sides. */

/** Sent to a waiting worker when the person has accepted the new version. */
export const TAKE_OVER = 'take-over'
/** Sent to the active worker by a page that it has loaded. */
export const PAGE_LOADED = 'page-loaded'
