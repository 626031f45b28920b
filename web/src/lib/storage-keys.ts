import type * as z from 'zod/mini'
// Only the type is imported: zod is loaded when there is something to parse.
import type { STORED_SCHEMAS } from './storage-schemas.ts'

export type StoredName = keyof typeof STORED_SCHEMAS
export type Stored<Name extends StoredName> = z.infer<(typeof STORED_SCHEMAS)[Name]>
export type SignedInUser = Stored<'session'>['user']

/**
 * All keys that the site uses in local storage. `teamAccess` is named by the product's specification and read by other
 * tools, hence its name without a prefix and its plain text.
 */
export const STORED = {
  session: { key: 'voxhall.session', format: 'json' },
  /** Only a hint for the interface; the server decides by the team token. */
  teamAccess: { key: 'teamAccess', format: 'text' },
  teamToken: { key: 'voxhall.teamToken', format: 'json' },
  /**
   * Stored by the browser that signed up. Sent on confirming the address, it keeps the password that was chosen there.
   */
  signUpSecret: { key: 'voxhall.signUpSecret', format: 'text' },
  /**
   * Prove that this browser signed in before, newest first, so that rate limits caused by others do not apply to it.
   */
  deviceTokens: { key: 'voxhall.deviceTokens', format: 'json' },
  /** The claim link of a plan that was bought without an account, while the person signs in or up. */
  pendingClaim: { key: 'voxhall.pendingClaim', format: 'json' },
  /** The viewer's plans as last read from the server, so that every tab and page knows them at once. */
  ownPlans: { key: 'voxhall.ownPlans', format: 'json' },
  /** Identifies a visitor without an account during a purchase, so that two tabs share one checkout. */
  checkoutVisit: { key: 'voxhall.checkoutVisit', format: 'text' },
  /** The person's own Vapi key and assistant id, trimmed (spec section 5). Vapi's keys for browsers are public. */
  vapiKey: { key: 'voxhall.vapiKey', format: 'text' },
  vapiAssistantId: { key: 'voxhall.vapiAssistantId', format: 'text' },
  /** The recogniser that the person has chosen for calls. */
  ears: { key: 'voxhall.ears', format: 'text' },
} as const satisfies Record<StoredName, { key: string; format: 'json' | 'text' }>

export const STORED_NAMES = Object.keys(STORED) as StoredName[]
