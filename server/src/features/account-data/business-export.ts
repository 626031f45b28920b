import { asc, eq, getTableColumns, gt, and, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../infra/db/client.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { callLines, calls } from '../../infra/db/schema/calls.ts'
import { conversations } from '../../infra/db/schema/conversations.ts'
import {
  assistantSites,
  knowledgeProposals,
  knowledgeSources,
  ownAssistants,
} from '../../infra/db/schema/own-assistants.ts'
import { apiKeys, webhookEndpoints } from '../../infra/db/schema/webhooks.ts'

/** The assistant's name; null for one that was deleted. */
const assistant = ownAssistants.name

const { assistantId: _, ...site } = getTableColumns(assistantSites)

/**
 * Everything that an owner's assistants collected, and their integrations. Secrets, keys and visitors' codes are left
 * out.
 */
export async function exportBusiness(db: Database, userId: string) {
  const { kind, callId, fields, createdAt } = leads
  return {
    leads: await db
      .select({ assistant, kind, conversationId: callId, fields, createdAt })
      .from(leads)
      .leftJoin(ownAssistants, eq(ownAssistants.id, leads.assistantId))
      .where(eq(leads.ownerId, userId))
      .orderBy(asc(createdAt)),
    appointments: await db
      .select({
        assistant,
        conversationId: appointments.callId,
        status: appointments.status,
        startsAt: appointments.startsAt,
        endsAt: appointments.endsAt,
        fields: appointments.fields,
        createdAt: appointments.createdAt,
      })
      .from(appointments)
      .leftJoin(ownAssistants, eq(ownAssistants.id, appointments.assistantId))
      .where(eq(appointments.ownerId, userId))
      .orderBy(asc(appointments.startsAt)),
    conversations: await exportConversations(db, userId),
    knowledgeSources: await exportSources(db, userId),
    sites: await db
      .select({ assistant, ...site })
      .from(assistantSites)
      .innerJoin(ownAssistants, eq(ownAssistants.id, assistantSites.assistantId))
      .where(eq(ownAssistants.userId, userId)),
    webhooks: await db
      .select({
        url: webhookEndpoints.url,
        types: webhookEndpoints.types,
        assistant,
        isActive: webhookEndpoints.isActive,
        createdAt: webhookEndpoints.createdAt,
      })
      .from(webhookEndpoints)
      .leftJoin(ownAssistants, eq(ownAssistants.id, webhookEndpoints.assistantId))
      .where(eq(webhookEndpoints.ownerId, userId)),
    apiKeys: await db.query.apiKeys.findMany({
      columns: { name: true, scopes: true, createdAt: true, lastUsedAt: true },
      where: eq(apiKeys.ownerId, userId),
    }),
  }
}

/** Exports the conversations that the owner still keeps. */
async function exportConversations(db: Database, userId: string) {
  const isKept = and(eq(calls.payerId, userId), gt(calls.keptUntil, new Date()))
  const kept = await db
    .select({
      id: calls.id,
      assistant,
      createdAt: calls.createdAt,
      durationMs: calls.durationMs,
      keptUntil: calls.keptUntil,
      status: sql<string>`coalesce(${conversations.status}, 'new')`,
      note: sql<string>`coalesce(${conversations.note}, '')`,
    })
    .from(calls)
    .leftJoin(conversations, eq(conversations.callId, calls.id))
    .leftJoin(ownAssistants, eq(ownAssistants.id, calls.assistantId))
    .where(isKept)
    .orderBy(asc(calls.createdAt))
  const { role, content, atMs } = callLines
  const lines = await db
    .select({ callId: callLines.callId, line: { role, content, atMs } })
    .from(callLines)
    .innerJoin(calls, eq(calls.id, callLines.callId))
    .where(isKept)
    .orderBy(asc(callLines.callId), asc(callLines.position))
  const linesOf = Map.groupBy(lines, ({ callId }) => callId)
  return kept.map((one) => ({ ...one, lines: (linesOf.get(one.id) ?? []).map(({ line }) => line) }))
}

async function exportSources(db: Database, userId: string) {
  const { id, kind, url, title, text, createdAt, readAt } = knowledgeSources
  const sources = await db
    .select({ id, source: { assistant, kind, url, title, text, createdAt, readAt } })
    .from(knowledgeSources)
    .innerJoin(ownAssistants, eq(ownAssistants.id, knowledgeSources.assistantId))
    .where(eq(ownAssistants.userId, userId))
    .orderBy(asc(createdAt))
  const ids = sources.map((each) => each.id)
  const { sourceId, question, answer, status } = knowledgeProposals
  const proposals = await db
    .select({ sourceId, proposal: { question, answer, status } })
    .from(knowledgeProposals)
    .where(inArray(sourceId, ids))
    .orderBy(asc(knowledgeProposals.position))
  const proposalsOf = Map.groupBy(proposals, (each) => each.sourceId)
  return sources.map(({ id: ownId, source }) => ({
    ...source,
    proposals: (proposalsOf.get(ownId) ?? []).map(({ proposal }) => proposal),
  }))
}
