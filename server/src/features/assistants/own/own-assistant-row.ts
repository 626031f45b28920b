import type { OwnAssistantContent } from '#contract/own-assistant.ts'
import type { Transaction } from '../../../infra/db/client.ts'
import { assistantVersions, type ownAssistants } from '../../../infra/db/schema/own-assistants.ts'

export type OwnAssistantRow = typeof ownAssistants.$inferSelect

/** So that its owner can go back to it. */
export async function keepVersion(
  tx: Transaction,
  assistantId: string,
  number: number,
  content: OwnAssistantContent,
  publishedAt: Date,
): Promise<void> {
  await tx.insert(assistantVersions).values({ assistantId, number, content, publishedAt })
}

/** What callers hear. */
export function contentOf(row: OwnAssistantRow): OwnAssistantContent {
  const { name, voiceId, firstMessage, systemPrompt, knowledge, photoId, photoFace } = row
  return { name, voiceId, firstMessage, systemPrompt, knowledge, photoId, photoFace }
}
