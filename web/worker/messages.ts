/** What a page says to a service worker. Both ends import these words. */

/** To a waiting worker: the person accepted the new version. */
export const TAKE_OVER = 'take-over'
/** To the active worker: a page was loaded under it. */
export const PAGE_LOADED = 'page-loaded'
