import { STORED, type Stored, type StoredName } from './storage-keys.ts'

/** Stands in where the browser refuses local storage (blocked, full): good until the page is left. */
const memory = new Map<string, string>()
const listeners = new Map<StoredName, Set<() => void>>()
/** The last parsed value per name, so that an unchanged entry keeps its identity (React compares by it). */
const parsed = new Map<StoredName, { raw: string | null; value: unknown }>()

function readRaw(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

function parse(name: StoredName, raw: string | null): unknown {
  if (raw === null) return null
  const { format, schema } = STORED[name]
  try {
    const result = schema.safeParse(format === 'json' ? JSON.parse(raw) : raw)
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** The stored value, or null when there is none or when it is not what it should be. */
export function readStored<Name extends StoredName>(name: Name): Stored<Name> | null {
  const raw = readRaw(STORED[name].key)
  const known = parsed.get(name)
  if (known !== undefined && known.raw === raw) return known.value as Stored<Name> | null
  const value = parse(name, raw)
  parsed.set(name, { raw, value })
  return value as Stored<Name> | null
}

/** Stores the value for this tab and all others; null removes it. */
export function writeStored<Name extends StoredName>(name: Name, value: Stored<Name> | null): void {
  const { key, format } = STORED[name]
  const raw = value === null ? null : format === 'text' && typeof value === 'string' ? value : JSON.stringify(value)
  memory.delete(key)
  try {
    if (raw === null) localStorage.removeItem(key)
    else localStorage.setItem(key, raw)
  } catch {
    if (raw !== null) memory.set(key, raw)
  }
  announce(name)
}

/** Calls back whenever the value may have changed, in this tab or another. Returns the way to stop. */
export function onStoredChange(name: StoredName, listener: () => void): () => void {
  const ofName = listeners.get(name) ?? new Set()
  listeners.set(name, ofName)
  ofName.add(listener)
  const onStorage = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === null || event.key === STORED[name].key) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    ofName.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

function announce(name: StoredName): void {
  for (const listener of listeners.get(name) ?? []) listener()
}
