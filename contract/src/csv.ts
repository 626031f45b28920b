/** Comma-separated values as RFC 4180 has them, safe to open in a spreadsheet. No I/O. */

/** Begins the file, so that spreadsheets read it as UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF'

/**
 * A spreadsheet runs text that begins like this as a formula, also after blanks and in any quotes. The apostrophe in
 * front makes it text. Full-width forms count in some locales.
 */
const FORMULA_START = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/**
 * Where the list separator is a semicolon, as in much of Europe, spreadsheets cut this file at semicolons, tabs and line
 * ends, even inside quotes: the text after one is the start of a cell there.
 */
const FORMULA_BEHIND_SEPARATOR = /([;|\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}"'])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu

/** Numbers are ours and stay numbers, also negative ones; null is an empty cell. */
export type CsvValue = string | number | boolean | null

export function csvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const start = FORMULA_START.test(value) ? `'${value}` : value
  const safe = start.replaceAll(FORMULA_BEHIND_SEPARATOR, "$1'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One record with its line end. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}
