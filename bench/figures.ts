import { cpus } from 'node:os'

/** The percentile: the value below which this share (0…1) of the values lies. NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export interface Row {
  what: string
  target: string
  values: string[]
}

/** Formats a Markdown table. */
export function table(columns: readonly string[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['What', 'Target', ...columns]),
    line(['---', '---', ...columns.map(() => '---:')]),
    ...rows.map((row) => line([row.what, row.target, ...row.values])),
  ].join('\n')
}

/** Makes rows in which each column shows the figure of one result. */
export function rowOf<Result>(results: readonly Result[]) {
  return (what: string, target: string, show: (result: Result) => string): Row => ({
    what,
    target,
    values: results.map(show),
  })
}

/** The machine on which the figures were measured. */
export function machine(): string {
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`
}

/** Lists the targets that were missed; the bench then exits with 1. */
export function reportMissed(missed: readonly string[]): void {
  if (missed.length === 0) return
  console.log(`\nMissed:\n${missed.map((line) => `- ${line}`).join('\n')}`)
  process.exitCode = 1
}

export function ms(value: number): string {
  return Number.isNaN(value) ? 'none' : `${Math.round(value)} ms`
}
