import { STORED, STORED_NAMES, type Stored, type StoredName } from './storage-keys.ts'
import type { STORED_SCHEMAS } from './storage-schemas.ts'

/** Stands in where the browser refuses local storage (blocked, full): good until the page is left. */
const memory = new Map<string, string>()
const listeners = new Map<StoredName, Set<() => void>>()
/** The last parsed value per name, so that an unchanged entry keeps its identity (React compares by it). */
const parsed = new Map<StoredName, { raw: string | null; value: unknown }>()
// Most visitors have stored nothing, so what parses it stays out of the first load.
let schemas: typeof STORED_SCHEMAS | null = null
let loading: Promise<void> | null = null

/**
 * Call and wait before the first reading: loads what parses the stored values, if there are any. Where it cannot be
 * had, nothing counts as stored; the next reading tries again.
 */
export async function prepareStored(): Promise<void> {
  if (schemas === null && hasStored()) await loadSchemas()
}

/** Whether this visitor has stored anything at all, such as a session; most have not. */
export function hasStored(): boolean {
  return STORED_NAMES.some((name) => readRaw(STORED[name].key) !== null)
}

function loadSchemas(): Promise<void> {
  loading ??= import('./storage-schemas.ts').then(
    (module) => {
      schemas = module.STORED_SCHEMAS
    },
    () => {
      loading = null
    },
  )
  return loading
}

function readRaw(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

function parse(name: StoredName, raw: string | null): unknown {
  if (raw === null || schemas === null) return null
  try {
    const result = schemas[name].safeParse(STORED[name].format === 'json' ? JSON.parse(raw) : raw)
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
  if (raw !== null && schemas === null) {
    // Stored since the page began, by another tab.
    void loadSchemas().then(() => schemas && announce(name))
    return null
  }
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
  // Our own value needs no parsing.
  parsed.set(name, { raw, value })
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
