import type { Page } from '@playwright/test'

/** Plays videos at half speed, so that a short one lasts long enough to be checked even on a busy machine. */
export function slowVideos(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    addEventListener('play', ({ target }) => Object.assign(target ?? {}, { playbackRate: 0.5 }), true)
  })
}
