import type { Transaction } from '../../infra/db/client.ts'

/** How long a call may last as far as minutes are set aside for it. */
export interface Granted {
  /** From the start of the call. */
  grantedMs: number
  /** Nothing more is to be had right now. Otherwise more is set aside as the call goes on. */
  isFinal: boolean
}

/** Which plans may pay: `business` for what others say to an assistant of somebody's own. */
export type PlanKind = 'any' | 'business'

/** Minutes that people have paid for, as calls ask for them. Billing keeps them; main.ts hands this in. */
export interface Entitlements {
  /**
   * What is left for a new call of this account; null for one without a plan, whose calls are demo calls.
   * `remainingMs` is null for a plan without a limit.
   * @throws AppError `minutes-used-up`
   */
  look(userId: string, plans?: PlanKind): Promise<{ remainingMs: number | null } | null>
  /**
   * Sets the first minutes aside, as part of `tx`. Of two calls that begin at once, each gets minutes of its own.
   * @throws AppError `minutes-used-up`
   */
  begin(tx: Transaction, call: { callId: string; userId: string; plans?: PlanKind }): Promise<Granted>
  /** Sets more aside for a call that has lasted so long. */
  extend(callId: string, durationMs: number): Promise<Granted>
  /** Counts what the call used and gives the rest back. Idempotent; nothing for a call that began without it. */
  settle(tx: Transaction, callId: string, durationMs: number): Promise<void>
}

/** Everybody's calls are demo calls: where nothing is sold. */
export const NOTHING_SOLD: Entitlements = {
  look: async () => null,
  begin: async () => ({ grantedMs: 0, isFinal: true }),
  extend: async () => ({ grantedMs: 0, isFinal: true }),
  settle: async () => {},
}
