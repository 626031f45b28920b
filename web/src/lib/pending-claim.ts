import { readStored, writeStored } from './local-store.ts'

/** An older claim is not resumed; the link is still in the mail. */
const KEPT_FOR_MS = 2 * 3_600_000

/** Remembers a claim link that was opened without an account: signing in, in any tab, leads back to it. */
export function keepClaim(token: string): void {
  writeStored('pendingClaim', { token, keptAtMs: Date.now() })
}

export function forgetClaim(): void {
  writeStored('pendingClaim', null)
}

/** The claim page to open after signing in; null when no claim is pending. */
export function claimScreen(): string | null {
  const pending = readStored('pendingClaim')
  if (pending === null || Date.now() - pending.keptAtMs > KEPT_FOR_MS) return null
  return `/claim?${new URLSearchParams({ token: pending.token }).toString()}`
}
