type Fields = Record<string, unknown>

/**
 * The old values of what an update changed, as an event's `previous_attributes` has them: of objects only the changed
 * keys, of lists and arrays all of it. Undefined when nothing changed.
 */
export function previousAttributes(before: object, after: object): Fields | undefined {
  const previous: Fields = {}
  const [old, now] = [before as Fields, after as Fields]
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (isSame(old[key], now[key])) continue
    const [from, to] = [old[key], now[key]]
    const nested = isHash(from) && isHash(to) ? previousAttributes(from, to) : undefined
    previous[key] = nested ?? from ?? null
  }
  return Object.keys(previous).length > 0 ? previous : undefined
}

function isHash(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('data' in value)
}

/** The database returns keys in an order of its own. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => isSame((one as Fields)[key], (other as Fields)[key]))
}
