import { readStored, writeStored } from './local-store.ts'

/** An old one is not brought up again: the link is still in its mail. */
const KEPT_FOR_MS = 2 * 3_600_000

/** A person has opened the link to a plan and needs an account first; signing in, in any tab, leads back. */
export function keepClaim(token: string): void {
  writeStored('pendingClaim', { token, keptAtMs: Date.now() })
}

export function forgetClaim(): void {
  writeStored('pendingClaim', null)
}

/** Where signing in leads for the sake of such a plan; null when none waits. */
export function claimScreen(): string | null {
  const pending = readStored('pendingClaim')
  if (pending === null || Date.now() - pending.keptAtMs > KEPT_FOR_MS) return null
  return `/claim?${new URLSearchParams({ token: pending.token }).toString()}`
}
