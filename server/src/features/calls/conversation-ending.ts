import { and, eq } from 'drizzle-orm'
import { conversationOutcome, conversationSettingsSchema, type ConversationOutcome } from '#contract/conversations.ts'
import type { Transaction } from '../../infra/db/client.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { callLines, callTurns } from '../../infra/db/schema/calls.ts'
import { ownAssistants } from '../../infra/db/schema/own-assistants.ts'
import { composeMail } from '../../infra/mail/compose.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { CallRow } from './call-row.ts'

const OUTCOME_WORDS: Readonly<Record<Exclude<ConversationOutcome, 'silent'>, string>> = {
  booked: 'An appointment was made or changed.',
  lead: 'The visitor left a message or a request.',
  answered: 'Questions were answered.',
  unanswered: 'Nothing that was asked could be answered.',
}

/** Posts an event about an ended conversation and, if the owner wants it, mails the owner. */
export function createConversationEnding(outbox: Outbox, webhooks: Webhooks, publicUrl: string) {
  async function factsOf(tx: Transaction, { id: callId, keptUntil }: CallRow) {
    const turns = await tx.select({ outcome: callTurns.outcome }).from(callTurns).where(eq(callTurns.callId, callId))
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
    const leadIds = ids(await tx.select({ id: leads.id }).from(leads).where(eq(leads.callId, callId)))
    const ofCall = eq(appointments.callId, callId)
    const appointmentIds = ids(await tx.select({ id: appointments.id }).from(appointments).where(ofCall))
    const ofCaller = and(eq(callLines.callId, callId), eq(callLines.role, 'user'))
    const hasKeptWords = keptUntil !== null && (await tx.$count(callLines, ofCaller)) > 0
    return { turns, leadIds, appointmentIds, hasKeptWords }
  }

  /** Runs in the transaction that ends the call. If the visitor said nothing, there was no conversation. */
  return async function onEnded(tx: Transaction, row: CallRow): Promise<void> {
    const { id: callId, payerId: ownerId, assistantId, keptUntil, engine } = row
    if (ownerId === null) return
    const [assistant] = await tx
      .select({ name: ownAssistants.name, settings: ownAssistants.conversations })
      .from(ownAssistants)
      .where(and(eq(ownAssistants.id, assistantId), eq(ownAssistants.userId, ownerId)))
    if (!assistant) return
    const { turns, leadIds, appointmentIds, hasKeptWords } = await factsOf(tx, row)
    const unanswered = turns.filter(({ outcome }) => outcome === 'refused' || outcome === 'not-heard').length
    const outcome = conversationOutcome({
      turns: turns.length,
      unanswered,
      leads: leadIds.length,
      appointments: appointmentIds.length,
      // Vapi reports no turns.
      hasWords: engine === 'vapi' || hasKeptWords,
    })
    if (outcome === 'silent') return
    const data = {
      conversationId: callId,
      assistantId,
      startedAt: (row.startedAt ?? row.createdAt).toISOString(),
      durationSeconds: Math.round(row.durationMs / 1_000),
      outcome,
      turns: turns.length,
      unanswered,
      leads: leadIds,
      appointments: appointmentIds,
    }
    await webhooks.record(tx, { ownerId, assistantId, type: 'conversation.ended', data })

    const { mail } = conversationSettingsSchema.parse(assistant.settings)
    if (mail !== 'at-once' || keptUntil === null) return
    const [owner] = await tx.select({ email: users.email, name: users.name }).from(users).where(eq(users.id, ownerId))
    if (!owner) return
    await outbox.post(
      tx,
      composeMail({
        to: owner.email,
        greetingName: owner.name,
        subject: `A conversation with ${assistant.name}`,
        before: [
          `${assistant.name} had a conversation of ${lengthWords(data.durationSeconds)}.`,
          OUTCOME_WORDS[outcome],
        ],
        action: {
          label: 'Read the conversation',
          url: `${publicUrl}/assistants/${assistantId}/conversations?open=${callId}`,
        },
        after: 'You get this email because you chose it under Conversations. You can change it there.',
      }),
    )
  }
}

function lengthWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
