import type { ReactElement } from 'react'

export interface LegalSection {
  /** The anchor in the page's address; never changed once it is published. */
  id: string
  title: string
  text: readonly Block[]
}

/**
 * A paragraph, a list, numbered steps, or a component. In texts `**…**` is strong, and `[…](…)` leads to a screen, a
 * section or an address of the API.
 */
export type Block = string | readonly string[] | { steps: readonly string[] } | ReactElement

export interface LegalDocument {
  title: string
  lead: string
  /** The day on which the words last changed their meaning, as `2026-11-21`. */
  changedOn: string
  inShort: readonly string[]
  sections: readonly LegalSection[]
}

const LONG = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-11-21` as "November 21, 2026", the same wherever it is read. */
export function longDate(isoDate: string): string {
  return LONG.format(new Date(`${isoDate}T00:00:00Z`))
}
