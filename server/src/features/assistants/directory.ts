import type { AssistantDefinition } from '#contract/assistant.ts'
import { isOwnAssistantId } from '#contract/own-assistant.ts'
import type { Owner } from '../../infra/http/session.ts'

/** An assistant that can be called, and on whose account. */
export interface CallableAssistant {
  definition: AssistantDefinition
  /** The account whose business plan pays for calls of an own assistant; undefined where the caller's plan pays. */
  payerId?: string
  /** The call is a try of a minute, whatever plan the caller has. */
  isTry?: boolean
}

/** Assistants that people made, as the studio keeps them. */
interface OwnAssistantSource {
  /** @throws AppError `assistant-unavailable` or `assistant-resting`, in words for the caller */
  findCallable(assistantId: string, caller: Owner | undefined): Promise<CallableAssistant | undefined>
  namesOf(assistantIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** The assistants that can be called: those of the catalogue, and those that people made. */
export interface AssistantDirectory {
  /** @throws AppError `assistant-unavailable` or `assistant-resting`, in words for the caller */
  find(assistantId: string, caller: Owner | undefined): Promise<CallableAssistant | undefined>
  /** For lists of past calls; an assistant may have been deleted since. */
  namesOf(assistantIds: readonly string[]): Promise<(assistantId: string) => string>
  /** Of the catalogue. */
  all(): readonly AssistantDefinition[]
}

const GONE = 'An assistant who has left'

export function createAssistantDirectory(
  definitions: readonly AssistantDefinition[],
  own: OwnAssistantSource,
): AssistantDirectory {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  return {
    async find(assistantId, caller) {
      if (isOwnAssistantId(assistantId)) return own.findCallable(assistantId, caller)
      const definition = byId.get(assistantId)
      return definition && { definition }
    },
    async namesOf(assistantIds) {
      const owned = [...new Set(assistantIds.filter(isOwnAssistantId))]
      const names = owned.length === 0 ? new Map<string, string>() : await own.namesOf(owned)
      return (assistantId) => byId.get(assistantId)?.name ?? names.get(assistantId) ?? GONE
    },
    all: () => definitions,
  }
}
