import { createHmac } from 'node:crypto'
import { mailboxOf } from '../../infra/mail/mailbox-of.ts'

/** Makes keys by which callers are counted. Without the secret, a caller can't be found from their key. */
export function createCallerKeys(secret: string) {
  const keyOf = (kind: string, value: string) =>
    createHmac('sha256', secret).update(`caller ${kind} ${value}`).digest('base64url').slice(0, 27)
  return {
    person: (email: string) => keyOf('person', mailboxOf(email)),
    team: (teamSessionId: string) => keyOf('team', teamSessionId),
    network: (clientKey: string) => keyOf('network', clientKey),
  }
}

export type CallerKeys = ReturnType<typeof createCallerKeys>
