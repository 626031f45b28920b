import type { ReactElement } from 'react'

export interface LegalSection {
  /** The section's anchor in the page's address; must not change once it is published. */
  id: string
  title: string
  text: readonly Block[]
}

/**
 * A paragraph, a list, numbered steps, or a component. In texts, `**…**` is bold, and `[…](…)` links to a screen, a
 * section or an address of the API.
 */
export type Block = string | readonly string[] | { steps: readonly string[] } | ReactElement

export interface LegalDocument {
  path: string
  /** For the browser's tab and search engines, as in `pageMeta`. */
  pageTitle: string
  pageDescription: string
  title: string
  lead: string
  /** The date of the last change of meaning, as `2026-11-21`. */
  changedOn: string
  inShort: readonly string[]
  sections: readonly LegalSection[]
}

const LONG = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-11-21` as "November 21, 2026", independent of the reader's time zone. */
export function longDate(isoDate: string): string {
  return LONG.format(new Date(`${isoDate}T00:00:00Z`))
}
