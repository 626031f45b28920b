/** Writes an answer as Stripe does: `id` and `object` first, everything else by name. The database keeps no order. */
export function wireJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, inWireOrder, indent)
}

function inWireOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : 1))
  return Object.fromEntries(entries)
}

function rank(key: string): number {
  return key === 'id' ? 0 : key === 'object' ? 1 : 2
}
