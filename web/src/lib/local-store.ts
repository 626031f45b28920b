import { createListeners, type Listeners } from './listeners.ts'
import { STORED, STORED_NAMES, type Stored, type StoredName } from './storage-keys.ts'
import type { STORED_SCHEMAS } from './storage-schemas.ts'

/** Replaces local storage where the browser refuses it (blocked, full); lasts until the page is left. */
const memory = new Map<string, string>()
const listeners = new Map<StoredName, Listeners>()
/** The last parsed value of each name, so that an unchanged entry keeps its identity, by which React compares. */
const parsed = new Map<StoredName, { raw: string | null; value: unknown }>()
// The schemas are not part of the first load, since most visitors have stored nothing.
let schemas: typeof STORED_SCHEMAS | null = null
let loading: Promise<void> | null = null

/**
 * Must be awaited before the first read: loads the schemas if anything is stored. If they cannot be loaded, nothing
 * counts as stored until a later read tries again.
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
    return schemas[name].safeParse(STORED[name].format === 'json' ? JSON.parse(raw) : raw).data ?? null
  } catch {
    return null
  }
}

/** The stored value; null when there is none or it is invalid. */
export function readStored<Name extends StoredName>(name: Name): Stored<Name> | null {
  const raw = readRaw(STORED[name].key)
  const known = parsed.get(name)
  if (known !== undefined && known.raw === raw) return known.value as Stored<Name> | null
  if (raw !== null && schemas === null) {
    // Another tab has stored the value since this page was loaded.
    void loadSchemas().then(() => schemas && announce(name))
    return null
  }
  const value = parse(name, raw)
  parsed.set(name, { raw, value })
  return value as Stored<Name> | null
}

/** Stores the value for this and all other tabs; null deletes it. */
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
  // A value that we wrote need not be parsed.
  parsed.set(name, { raw, value })
  announce(name)
}

/** Calls back whenever the value may have changed, in this tab or another. Returns a function that stops it. */
export function onStoredChange(name: StoredName, listener: () => void): () => void {
  const ofName = listeners.get(name) ?? createListeners()
  listeners.set(name, ofName)
  const remove = ofName.add(listener)
  const onStorage = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === null || event.key === STORED[name].key) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    remove()
    window.removeEventListener('storage', onStorage)
  }
}

function announce(name: StoredName): void {
  listeners.get(name)?.tell()
}
