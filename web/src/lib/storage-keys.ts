import type * as z from 'zod/mini'
// A type alone: zod comes when there is something to parse.
import type { STORED_SCHEMAS } from './storage-schemas.ts'

export type StoredName = keyof typeof STORED_SCHEMAS
export type Stored<Name extends StoredName> = z.infer<(typeof STORED_SCHEMAS)[Name]>
export type SignedInUser = Stored<'session'>['user']

/**
 * Everything that the site keeps in the browser's local storage, in one place. `teamAccess` is named by the product's
 * specification and read by other tools, hence its bare name and plain text.
 */
export const STORED = {
  session: { key: 'voxhall.session', format: 'json' },
  /** Only a hint for the interface; the server decides by the team token. */
  teamAccess: { key: 'teamAccess', format: 'text' },
  teamToken: { key: 'voxhall.teamToken', format: 'json' },
  /** Held by the browser that signed up: with it, confirming the address keeps the password that was typed here. */
  signUpSecret: { key: 'voxhall.signUpSecret', format: 'text' },
  /** Say that this browser was signed in before, newest first: wrong passwords from elsewhere do not slow it down. */
  deviceTokens: { key: 'voxhall.deviceTokens', format: 'json' },
  /** The link to a plan that was paid without an account, while its owner signs in or up. */
  pendingClaim: { key: 'voxhall.pendingClaim', format: 'json' },
  /** What the server last said about the viewer's plans, so that every tab knows and no page begins by guessing. */
  ownPlans: { key: 'voxhall.ownPlans', format: 'json' },
  /** While a visitor without an account pays: two of their tabs lead to one checkout. */
  checkoutVisit: { key: 'voxhall.checkoutVisit', format: 'text' },
  /** A person's own at Vapi, trimmed (spec section 5). The key is public by Vapi's own word. */
  vapiKey: { key: 'voxhall.vapiKey', format: 'text' },
  vapiAssistantId: { key: 'voxhall.vapiAssistantId', format: 'text' },
  /** By whose recogniser the person wants to be heard in calls. */
  ears: { key: 'voxhall.ears', format: 'text' },
} as const satisfies Record<StoredName, { key: string; format: 'json' | 'text' }>

export const STORED_NAMES = Object.keys(STORED) as StoredName[]
