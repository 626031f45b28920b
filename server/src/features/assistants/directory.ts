import type { AssistantDefinition } from '#contract/assistant.ts'

/** Who can be talked to. */
export interface AssistantDirectory {
  find(assistantId: string): AssistantDefinition | undefined
  /** For lists of past calls, where somebody may have gone meanwhile. */
  nameOf(assistantId: string): string
  all(): readonly AssistantDefinition[]
}

export function createAssistantDirectory(definitions: readonly AssistantDefinition[]): AssistantDirectory {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  return {
    find: (assistantId) => byId.get(assistantId),
    nameOf: (assistantId) => byId.get(assistantId)?.name ?? 'An assistant who has left',
    all: () => definitions,
  }
}
