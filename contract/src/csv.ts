/** Writes comma-separated values as in RFC 4180, with protection against formula injection in spreadsheets. No I/O. */

/** Written first in a file, so that spreadsheets read it as UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF'

/**
 * Spreadsheets run a cell that begins like this as a formula, even after blanks or inside quotes. A leading apostrophe
 * makes it plain text. Full-width signs count as formula signs in some locales.
 */
const FORMULA_START = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/**
 * Where the list separator is a semicolon, as in much of Europe, spreadsheets split this file at semicolons, tabs and
 * line ends, even inside quotes, so the text after one of these becomes the start of a cell.
 */
const FORMULA_BEHIND_SEPARATOR = /([;|\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}"'])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu

/** Numbers are never escaped, even negative ones, as they are always our own values. Null is an empty cell. */
export type CsvValue = string | number | boolean | null

export function csvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const start = FORMULA_START.test(value) ? `'${value}` : value
  const safe = start.replaceAll(FORMULA_BEHIND_SEPARATOR, "$1'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One record, including its line end. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}
