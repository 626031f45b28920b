/**
 * Larger things on their way, such as a photo, kept in the browser's own database: they outlive the tab. Where a browser
 * refuses to keep anything (a private window, a full disk), they live as long as the page.
 */
export interface DraftBox {
  /** Null where there is nothing. */
  read(key: string): Promise<unknown>
  keep(key: string, value: unknown): Promise<void>
  forget(key: string): Promise<void>
}

const DATABASE = 'voxhall'
const SHELF = 'drafts'

/** What the browser would not keep. */
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

/** Logging out deletes drafts, so that the next person at the machine finds none. */
export function forgetDrafts(): void {
  memory.clear()
  try {
    indexedDB.deleteDatabase(DATABASE)
  } catch {
    // Blocked: then nothing lies there.
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
    // Left open, it would keep another tab from forgetting it.
    database?.close()
  }
}

function answerOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing.')))
  })
}
