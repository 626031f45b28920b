const LONG = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-11-21` as "November 21, 2026", the same wherever it is read. */
export function longDate(isoDate: string): string {
  return LONG.format(new Date(`${isoDate}T00:00:00Z`))
}
