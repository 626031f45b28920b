import { and, asc, eq, gt, inArray } from 'drizzle-orm'
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

/**
 * Everything that an owner's assistants collected, and their integrations. Secrets, keys and visitors' codes are left
 * out.
 */
export async function exportBusiness(db: Database, userId: string) {
  const own = await db
    .select({ id: ownAssistants.id, name: ownAssistants.name })
    .from(ownAssistants)
    .where(eq(ownAssistants.userId, userId))
  const ids = own.map(({ id }) => id)
  const names = new Map(own.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))

  const left = await db.select().from(leads).where(eq(leads.ownerId, userId)).orderBy(asc(leads.createdAt))
  const booked = await db
    .select()
    .from(appointments)
    .where(eq(appointments.ownerId, userId))
    .orderBy(asc(appointments.startsAt))
  const sites = await db.select().from(assistantSites).where(inArray(assistantSites.assistantId, ids))
  const hooks = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.ownerId, userId))
  const keys = await db.select().from(apiKeys).where(eq(apiKeys.ownerId, userId))
  return {
    leads: left.map(({ assistantId, kind, callId, fields, createdAt }) => ({
      assistant: nameOf(assistantId),
      kind,
      conversationId: callId,
      fields,
      createdAt,
    })),
    appointments: booked.map(({ assistantId, callId, status, startsAt, endsAt, fields, createdAt }) => ({
      assistant: nameOf(assistantId),
      conversationId: callId,
      status,
      startsAt,
      endsAt,
      fields,
      createdAt,
    })),
    conversations: await exportConversations(db, userId, nameOf),
    knowledgeSources: await exportSources(db, ids, nameOf),
    sites: sites.map(({ assistantId, origin, createdAt, firstSeenAt, lastSeenAt }) => ({
      assistant: nameOf(assistantId),
      origin,
      createdAt,
      firstSeenAt,
      lastSeenAt,
    })),
    webhooks: hooks.map(({ url, types, assistantId, isActive, createdAt }) => ({
      url,
      types,
      assistant: nameOf(assistantId),
      isActive,
      createdAt,
    })),
    apiKeys: keys.map(({ name, scopes, createdAt, lastUsedAt }) => ({ name, scopes, createdAt, lastUsedAt })),
  }
}

type NameOf = (assistantId: string | null) => string | null

/** Exports the conversations that the owner still keeps. */
async function exportConversations(db: Database, userId: string, nameOf: NameOf) {
  const isKept = and(eq(calls.payerId, userId), gt(calls.keptUntil, new Date()))
  const kept = await db
    .select({ call: calls, desk: conversations })
    .from(calls)
    .leftJoin(conversations, eq(conversations.callId, calls.id))
    .where(isKept)
    .orderBy(asc(calls.createdAt))
  const lines = await db
    .select({ line: callLines })
    .from(callLines)
    .innerJoin(calls, eq(calls.id, callLines.callId))
    .where(isKept)
    .orderBy(asc(callLines.callId), asc(callLines.position))
  const linesOf = Map.groupBy(lines, ({ line }) => line.callId)
  return kept.map(({ call: { id, assistantId, createdAt, durationMs, keptUntil }, desk }) => ({
    id,
    assistant: nameOf(assistantId),
    createdAt,
    durationMs,
    keptUntil,
    status: desk?.status ?? 'new',
    note: desk?.note ?? '',
    lines: (linesOf.get(id) ?? []).map(({ line: { role, content, atMs } }) => ({ role, content, atMs })),
  }))
}

async function exportSources(db: Database, assistantIds: string[], nameOf: NameOf) {
  const sources = await db
    .select()
    .from(knowledgeSources)
    .where(inArray(knowledgeSources.assistantId, assistantIds))
    .orderBy(asc(knowledgeSources.createdAt))
  const ids = sources.map(({ id }) => id)
  const proposals = await db
    .select()
    .from(knowledgeProposals)
    .where(inArray(knowledgeProposals.sourceId, ids))
    .orderBy(asc(knowledgeProposals.position))
  const proposalsOf = Map.groupBy(proposals, ({ sourceId }) => sourceId)
  return sources.map(({ id, assistantId, kind, url, title, text, createdAt, readAt }) => ({
    assistant: nameOf(assistantId),
    kind,
    url,
    title,
    text,
    createdAt,
    readAt,
    proposals: (proposalsOf.get(id) ?? []).map(({ question, answer, status }) => ({ question, answer, status })),
  }))
}
