import type * as z from 'zod/mini'

/**
 * Stores unfinished text in the tab's session storage: it outlives a reload, and is deleted with the tab. If a browser
 * refuses to store it, a reload loses the text.
 */

const OUR_KEYS = /^voxhall\./

/** Null when there is no valid value. */
export function readInTab<Schema extends z.ZodMiniType>(key: string, schema: Schema): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Null deletes the value. */
export function keepInTab(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The storage is blocked or full.
  }
}

/** Called on logging out, so that the next person at the device finds no drafts. */
export function forgetTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (OUR_KEYS.test(key)) sessionStorage.removeItem(key)
  } catch {
    // The storage is blocked, so nothing is stored there.
  }
}
