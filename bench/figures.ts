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

export function ms(value: number): string {
  return Number.isNaN(value) ? 'none' : `${Math.round(value)} ms`
}
