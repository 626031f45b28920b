import { Webhook } from 'standardwebhooks'

interface SignedMessage {
  url: string
  /** Begins with `whsec_`. */
  secret: string
  /** The same whenever the message is sent. */
  id: string
  sentAt: Date
  content: unknown
}

/** The request that carries a message to an owner's server, as in the Standard Webhooks specification. */
export function signedPost({ url, secret, id, sentAt, content }: SignedMessage) {
  const body = JSON.stringify(content)
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
  }
  return { url, method: 'POST' as const, headers, body }
}
