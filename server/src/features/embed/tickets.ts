import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '../../infra/secrets.ts'

const TICKET_LIFETIME_MS = 120_000

const contentSchema = z.object({ assistantId: z.string(), origin: z.string(), expiresAtMs: z.number() })

export type EmbedTickets = ReturnType<typeof createEmbedTickets>

/** Signed permissions of a site to start calls with one assistant. Nothing is stored. */
export function createEmbedTickets(secret: string, nowMs: () => number = Date.now) {
  const signatureOf = (content: string) =>
    createHmac('sha256', secret).update(`embed ticket ${content}`).digest('base64url')
  return {
    issue(assistantId: string, origin: string): { ticket: string; expiresAt: Date } {
      const expiresAt = new Date(nowMs() + TICKET_LIFETIME_MS)
      const content = JSON.stringify({ assistantId, origin, expiresAtMs: expiresAt.getTime() })
      const encoded = Buffer.from(content).toString('base64url')
      return { ticket: `${encoded}.${signatureOf(encoded)}`, expiresAt }
    },
    /** Undefined for a ticket that was not issued here or has expired. */
    read(ticket: string): { assistantId: string; origin: string } | undefined {
      const [encoded = '', signature = ''] = ticket.split('.')
      if (!isSameSecret(signature, signatureOf(encoded))) return undefined
      // The signature is ours, so the content is what we wrote.
      const content = contentSchema.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()))
      return content.expiresAtMs > nowMs() ? content : undefined
    },
  }
}
