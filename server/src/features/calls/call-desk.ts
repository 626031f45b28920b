import type { AssistantDefinition } from '#contract/assistant.ts'
import { DEMO_CALL_LIMIT_MS } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import type { AdmittedCall, CallDesk } from '../../voice/voice-engine.ts'
import type { CallOwner, CallStore, GrantedCall } from './call-store.ts'
import { createStoreRecorder } from './store-recorder.ts'

/**
 * Live ones and such as may yet be joined. A page that broke off without a word counts for some seconds, or until its
 * token expires; more than this at once is nobody's conversation.
 */
const MAX_CALLS_AT_ONCE = 3

export interface CallDeskOptions {
  store: CallStore
  findAssistant: (assistantId: string) => AssistantDefinition | undefined
  onFault: (callId: string, error: unknown) => void
}

/** Grants calls to people and lets their sockets in. */
export interface FeatureCallDesk extends CallDesk {
  grant(owner: CallOwner, assistantId: string): Promise<GrantedCall & { limitMs: number | null }>
  /** The calls that this process holds: admitted, and their end not yet written. */
  heldIds(): string[]
}

export function createCallDesk(options: CallDeskOptions): FeatureCallDesk {
  const { store, findAssistant } = options
  const held = new Set<string>()
  return {
    heldIds: () => [...held],

    async grant(owner, assistantId) {
      if (!findAssistant(assistantId)) throw new AppError('assistant-unavailable')
      const limitMs = DEMO_CALL_LIMIT_MS
      const granted = await store.grant({ owner, assistantId, limitMs, maxOpen: MAX_CALLS_AT_ONCE })
      if (!granted) throw new AppError('too-many-calls')
      return { ...granted, limitMs }
    },

    async admit(token): Promise<AdmittedCall> {
      const row = token === '' ? undefined : await store.join(token)
      const assistant = row && findAssistant(row.assistantId)
      if (!row || !assistant) throw new AppError('call-token-invalid')
      const recorder = createStoreRecorder(store, row.id, (error) => options.onFault(row.id, error))
      held.add(row.id)
      return {
        callId: row.id,
        assistant,
        limitMs: row.limitMs,
        recorder: {
          ...recorder,
          ended: (reason, durationMs) => recorder.ended(reason, durationMs).finally(() => held.delete(row.id)),
        },
      }
    },
  }
}
