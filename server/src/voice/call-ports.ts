import type { AssistantDefinition } from '#contract/assistant.ts'
import type { CallEndReason } from '#contract/realtime.ts'
import type { CallActions } from './actions.ts'
import type { Brain, HeardLine } from './brain/brain.ts'
import type { CallRecorder } from './call/call-recorder.ts'
import type { Visitor } from './call/call-session.ts'
import type { Recogniser, Synthesiser } from './ports.ts'
import type { CallSpending } from './spending.ts'

/** A caller whose token was accepted. */
export interface AdmittedCall {
  callId: string
  /** The caller's key in the fair queue: one person's calls together get the share of one. */
  caller: string
  /** On whose account, which bounds what is prepared ahead. */
  account: string
  assistant: AssistantDefinition
  /** From the start of the call. Null: no limit is in sight. */
  limitMs: number | null
  /** Where the limit may come or change while the call runs: told of each, as long as it does. */
  watchLimit?: ((changed: (limitMs: number | null) => void) => void) | undefined
  recorder: CallRecorder
  /** What was said in the call that goes on here, oldest first. */
  memory?: readonly HeardLine[] | undefined
  /** What the call may cost; without it, nothing is counted. */
  spending?: CallSpending | undefined
  visitor?: Visitor | undefined
  /** What the assistant can do besides answering. */
  actions?: CallActions | undefined
  /** Given a way to end the call from elsewhere, as long as it lasts. */
  watchEnd?: ((end: (reason: CallEndReason) => void) => void) | undefined
}

/** Admits callers by their tokens. Implemented by features/calls. */
export interface CallDesk {
  /** Uses the token up. @throws AppError `call-token-invalid` for one that is wrong, late or used. */
  admit(token: string): Promise<AdmittedCall>
}

/** What a call is made of. */
export interface VoiceParts {
  recogniser: Recogniser
  synthesiser: Synthesiser
  brain: Brain
  /** For the log; never given a caller's words. */
  onFault: (callId: string | undefined, where: string, error: unknown) => void
}
