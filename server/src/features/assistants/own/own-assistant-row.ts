import type { OwnAssistantContent } from '#contract/own-assistant.ts'
import type { Transaction } from '../../../infra/db/client.ts'
import { assistantVersions, type ownAssistants } from '../../../infra/db/schema/own-assistants.ts'

export type OwnAssistantRow = typeof ownAssistants.$inferSelect

/** Stores the published content as a version that the owner can go back to. */
export async function keepVersion(
  tx: Transaction,
  assistantId: string,
  number: number,
  content: OwnAssistantContent,
  publishedAt: Date,
): Promise<void> {
  await tx.insert(assistantVersions).values({ assistantId, number, content, publishedAt })
}

/** The published content, which callers hear. */
export function contentOf(row: OwnAssistantRow): OwnAssistantContent {
  const { name, voiceId, firstMessage, systemPrompt, knowledge, photoId, photoFace } = row
  return { name, voiceId, firstMessage, systemPrompt, knowledge, photoId, photoFace }
}
