/**
 * Stores larger unfinished data, such as a photo, in IndexedDB, where it outlives the tab. When a browser refuses to
 * store data (private window, full disk), it is kept in memory as long as the page lives.
 */
export interface DraftBox {
  /** Null when nothing is stored. */
  read(key: string): Promise<unknown>
  keep(key: string, value: unknown): Promise<void>
  forget(key: string): Promise<void>
}

const DATABASE = 'voxhall'
const SHELF = 'drafts'

/** Holds the data that the browser refused to store. */
const memory = new Map<string, unknown>()

export const browserDrafts: DraftBox = {
  async read(key) {
    return memory.get(key) ?? (await onShelf('readonly', (shelf) => shelf.get(key)).catch(() => null)) ?? null
  },
  async keep(key, value) {
    try {
      await onShelf('readwrite', (shelf) => shelf.put(value, key))
      memory.delete(key)
    } catch {
      memory.set(key, value)
    }
  },
  async forget(key) {
    memory.delete(key)
    await onShelf('readwrite', (shelf) => shelf.delete(key)).catch(() => undefined)
  },
}

/** Unsaved changes, by what they change. They live as long as the page, so the browser asks before it is closed. */
export const leftUnsaved = new Map<string, unknown>()

// `window` is absent while pages are prerendered.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', (event) => {
    if (leftUnsaved.size > 0) event.preventDefault()
  })
}

/** Called on logging out, so that the next person at the device finds no drafts. */
export function forgetDrafts(): void {
  memory.clear()
  leftUnsaved.clear()
  try {
    indexedDB.deleteDatabase(DATABASE)
  } catch {
    // IndexedDB is blocked, so nothing is stored there.
  }
}

async function onShelf(mode: IDBTransactionMode, ask: (shelf: IDBObjectStore) => IDBRequest): Promise<unknown> {
  let database: IDBDatabase | undefined
  try {
    const opening = indexedDB.open(DATABASE, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(SHELF))
    database = (await answerOf(opening)) as IDBDatabase
    return await answerOf(ask(database.transaction(SHELF, mode).objectStore(SHELF)))
  } finally {
    // An open connection would block other tabs from deleting the database.
    database?.close()
  }
}

function answerOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing.')))
  })
}
