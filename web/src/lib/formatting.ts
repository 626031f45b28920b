import { capitalised } from '#contract/written-text.ts'

const MS_PER_SECOND = 1000
const SECONDS_PER_MINUTE = 60

/** 62,500 ms → "1:02"; whole seconds, never negative. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / MS_PER_SECOND))
  return `${Math.floor(seconds / SECONDS_PER_MINUTE)}:${String(seconds % SECONDS_PER_MINUTE).padStart(2, '0')}`
}

/** An ISO timestamp as a date in the reader's time zone: "Nov 21, 2026". */
export function formatDay(iso: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date(iso))
}

/** past_due → "Past due" */
export function formatStatus(status: string): string {
  return capitalised(status.replaceAll('_', ' '))
}

/** An ISO timestamp as date and time in the reader's time zone: "Nov 21, 2026, 3:58 PM". */
export function formatMoment(iso: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return format.format(new Date(iso))
}

/** The time zone of the browser. */
export function hereTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Date and time in a business's time zone, which is named if it is not the reader's: "…, 3:30 PM (Europe/Berlin)". */
export function formatMomentThere(iso: string, timeZone: string, here = hereTimeZone()): string {
  return `${formatMoment(iso, timeZone)}${timeZone === here ? '' : ` (${zoneWords(timeZone)})`}`
}

/** America/New_York → "America/New York" */
export function zoneWords(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}
