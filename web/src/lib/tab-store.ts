import type * as z from 'zod/mini'

/**
 * Words on their way, kept in the tab's own storage: they outlive a reload and go with the tab. A browser that refuses to
 * keep anything only means that a reload loses them.
 */

const OUR_KEYS = /^voxhall\./

/** Null when there is nothing, or nothing that can be read. */
export function readInTab<Schema extends z.ZodMiniType>(key: string, schema: Schema): z.infer<Schema> | null {
  try {
    const read = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Null removes it. */
export function keepInTab(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Blocked or full.
  }
}

/** Logging out deletes drafts, so that the next person at the machine finds none. */
export function forgetTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (OUR_KEYS.test(key)) sessionStorage.removeItem(key)
  } catch {
    // Blocked: then nothing lies there.
  }
}
