import type { AssistantDefinition } from '#contract/assistant.ts'
import { DEMO_CALL_LIMIT_MS } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import type { AdmittedCall, CallDesk } from '../../voice/voice-engine.ts'
import { createCallMeter } from './call-meter.ts'
import type { CallOwner, CallStore, GrantedCall } from './call-store.ts'
import { NOTHING_SOLD, type Entitlements, type Granted } from './entitlements.ts'
import { createStoreRecorder } from './store-recorder.ts'

/**
 * Live ones and such as may yet be joined. A page that broke off without a word counts for some seconds, or until its
 * token expires; more than this at once is nobody's conversation.
 */
const MAX_CALLS_AT_ONCE = 3
/** A page is told from the start when no more than this is left of its plan; otherwise once it comes into sight. */
const SHORT_REST_MS = 300_000

export interface CallDeskOptions {
  store: CallStore
  findAssistant: (assistantId: string) => AssistantDefinition | undefined
  /** None: every call is a demo call. */
  entitlements?: Entitlements
  onFault: (callId: string, error: unknown) => void
}

/** Grants calls to people and lets their sockets in. */
export interface FeatureCallDesk extends CallDesk {
  grant(owner: CallOwner, assistantId: string): Promise<GrantedCall & { limitMs: number | null; isDemo: boolean }>
  /** The calls that this process holds: admitted, and their end not yet written. */
  heldIds(): string[]
}

export function createCallDesk(options: CallDeskOptions): FeatureCallDesk {
  const { store, findAssistant, entitlements = NOTHING_SOLD } = options
  const held = new Set<string>()
  return {
    heldIds: () => [...held],

    async grant(owner, assistantId) {
      if (!findAssistant(assistantId)) throw new AppError('assistant-unavailable')
      const plan = 'userId' in owner ? await entitlements.look(owner.userId) : null
      const limitMs = plan ? null : DEMO_CALL_LIMIT_MS
      const granted = await store.grant({ owner, assistantId, limitMs, maxOpen: MAX_CALLS_AT_ONCE })
      if (!granted) throw new AppError('too-many-calls')
      const rest = plan?.remainingMs ?? null
      return { ...granted, limitMs: rest !== null && rest <= SHORT_REST_MS ? rest : limitMs, isDemo: plan === null }
    },

    async admit(token): Promise<AdmittedCall> {
      let minutes: Granted | undefined
      const row =
        token === ''
          ? undefined
          : await store.join(token, async (tx, { id: callId, userId, limitMs }) => {
              // One without a limit of its own is a plan's.
              if (limitMs === null && userId !== null) minutes = await entitlements.begin(tx, { callId, userId })
            })
      const assistant = row && findAssistant(row.assistantId)
      if (!row || !assistant) throw new AppError('call-token-invalid')
      const onFault = (error: unknown) => options.onFault(row.id, error)
      const recorder = createStoreRecorder(store, row.id, onFault)
      const meter = minutes && createCallMeter({ callId: row.id, granted: minutes, entitlements, onFault })
      held.add(row.id)
      return {
        callId: row.id,
        assistant,
        limitMs: meter ? meter.limitMs() : row.limitMs,
        watchLimit: meter?.watchLimit,
        recorder: {
          ...recorder,
          heartbeat(durationMs) {
            recorder.heartbeat(durationMs)
            meter?.beat(durationMs)
          },
          ended(reason, durationMs) {
            meter?.stop()
            return recorder.ended(reason, durationMs).finally(() => held.delete(row.id))
          },
        },
      }
    },
  }
}
