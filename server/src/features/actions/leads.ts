import { createHash } from 'node:crypto'
import { and, eq, gt, type SQL } from 'drizzle-orm'
import type { FilledField, LeadKind } from '#contract/actions.ts'
import type { Database } from '../../infra/db/client.ts'
import { newestFirst, type OwnersPlace, type PagePlace } from '../../infra/db/newest-first.ts'
import { leads } from '../../infra/db/schema/actions.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { ownAssistants } from '../../infra/db/schema/own-assistants.ts'
import { csvStream } from '../../infra/http/csv-answer.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { fieldLines, leadMail } from './action-mails.ts'

/** All kinds together. A caller who leaves more is hardly a customer. */
const MAX_LEADS_A_CALL = 5
/** Limit for one kind of lead of an assistant, over all calls: any number of calls must not flood the owner's mailbox. */
const MAX_MAILS_AN_HOUR = 30
const HOUR_MS = 3_600_000
const CSV_ROWS_AT_A_TIME = 500

interface LeadWish {
  callId: string
  assistantId: string
  ownerId: string
  kind: LeadKind
  fields: FilledField[]
  isMailed: boolean
}

export type Leads = ReturnType<typeof createLeads>

/**
 * Messages, callback requests and hand-overs of callers. Each is stored, mailed and posted as an event in one
 * transaction.
 */
export function createLeads(db: Database, outbox: Outbox, webhooks: Webhooks, publicUrl: string) {
  const pageWith = (isMeant: SQL | undefined, place: PagePlace) =>
    newestFirst(db.select().from(leads).$dynamic(), isMeant, place, leads, 'createdAt', (row) => row)

  async function list(assistantId: string, place: PagePlace) {
    const { page, next } = await pageWith(eq(leads.assistantId, assistantId), place)
    return { leads: page.map(toLead), nextBefore: next }
  }

  return {
    /** Idempotent: the same text left twice in one call makes one lead. */
    keep: (wish: LeadWish): Promise<'kept' | 'too-many'> =>
      db.transaction(async (tx) => {
        const { callId, assistantId, ownerId, kind, fields } = wish
        const [assistant] = await tx
          .select({ id: ownAssistants.id, name: ownAssistants.name })
          .from(ownAssistants)
          .where(and(eq(ownAssistants.id, assistantId), eq(ownAssistants.userId, ownerId)))
          // Serialises the leads of one assistant, so that each counts those before it.
          .for('no key update')
        const [owner] = await tx
          .select({ email: users.email, name: users.name })
          .from(users)
          .where(eq(users.id, ownerId))
        if (!assistant || !owner) throw new Error('the assistant was deleted during the call')
        const now = new Date()
        const id = leadId(wish)
        const [kept] = await tx
          .insert(leads)
          .values({ id, assistantId, ownerId, callId, kind, fields, createdAt: now })
          .onConflictDoNothing()
          .returning({ id: leads.id })
        if (!kept) return 'kept'
        if ((await tx.$count(leads, eq(leads.callId, callId))) > MAX_LEADS_A_CALL) {
          await tx.delete(leads).where(eq(leads.id, id))
          return 'too-many'
        }
        if (wish.isMailed) {
          const sameKind = and(eq(leads.assistantId, assistantId), eq(leads.kind, kind))
          const inHour = await tx.$count(leads, and(sameKind, gt(leads.createdAt, new Date(now.getTime() - HOUR_MS))))
          const isLast = inHour === MAX_MAILS_AN_HOUR
          const mail = leadMail({ owner, assistant, kind, fields, publicUrl, isLast })
          if (inHour <= MAX_MAILS_AN_HOUR) await outbox.post(tx, mail)
        }
        const data = { id, kind, conversationId: callId, fields, createdAt: now.toISOString() }
        await webhooks.record(tx, { ownerId, assistantId, type: 'lead.created', data })
        return 'kept'
      }),

    list,

    /** From all assistants of an owner, newest first. */
    ofOwner: async (ownerId: string, { assistantId, ...place }: OwnersPlace) => {
      const isMeant = assistantId === undefined ? undefined : eq(leads.assistantId, assistantId)
      const { page, next } = await pageWith(and(eq(leads.ownerId, ownerId), isMeant), place)
      return { data: page.map((row) => ({ ...toLead(row), assistantId: row.assistantId })), nextCursor: next }
    },

    /** Newest first. Each value is preceded by its label, since every lead may have other fields. */
    csv: (assistantId: string) =>
      csvStream(['created_at', 'kind', 'id', 'fields'], async (before) => {
        const page = await list(assistantId, { before, limit: CSV_ROWS_AT_A_TIME })
        const rows = page.leads.map(({ createdAt, kind, id, fields }) => [
          createdAt.toISOString(),
          kind,
          id,
          ...fieldLines(fields),
        ])
        return { rows, next: page.nextBefore }
      }),
  }
}

/** Derived from the call and the content, so that a repeated lead has the same id. */
function leadId({ callId, kind, fields }: LeadWish): string {
  const hash = createHash('sha256').update(JSON.stringify([callId, kind, fields.map(({ id, value }) => [id, value])]))
  return `lead_${hash.digest('hex').slice(0, 32)}`
}

function toLead({ id, kind, callId, fields, createdAt }: typeof leads.$inferSelect) {
  return { id, kind, conversationId: callId, fields, createdAt }
}
