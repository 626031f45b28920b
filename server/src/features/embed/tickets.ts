import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const TICKET_LIFETIME_MS = 120_000

const contentSchema = z.object({ assistantId: z.string(), origin: z.string(), expiresAtMs: z.number() })

export type EmbedTickets = ReturnType<typeof createEmbedTickets>

/** The leave of a site to open calls with one assistant. Signed; nothing is kept. */
export function createEmbedTickets(secret: string, nowMs: () => number = Date.now) {
  const signatureOf = (content: string) => createHmac('sha256', secret).update(`embed ticket ${content}`).digest()
  return {
    issue(assistantId: string, origin: string): { ticket: string; expiresAt: Date } {
      const expiresAt = new Date(nowMs() + TICKET_LIFETIME_MS)
      const content = JSON.stringify({ assistantId, origin, expiresAtMs: expiresAt.getTime() })
      const encoded = Buffer.from(content).toString('base64url')
      return { ticket: `${encoded}.${signatureOf(encoded).toString('base64url')}`, expiresAt }
    },
    /** Undefined for what was not issued here, or is too old. */
    read(ticket: string): { assistantId: string; origin: string } | undefined {
      const [encoded = '', signature = ''] = ticket.split('.')
      const [given, own] = [Buffer.from(signature, 'base64url'), signatureOf(encoded)]
      if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined
      // Signed by us, so it is what we wrote.
      const content = contentSchema.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()))
      return content.expiresAtMs > nowMs() ? content : undefined
    },
  }
}
