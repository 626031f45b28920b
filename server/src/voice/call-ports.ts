import type { AssistantDefinition } from '#contract/assistant.ts'
import type { CallEndReason } from '#contract/realtime.ts'
import type { CallActions } from './actions.ts'
import type { Brain, HeardLine } from './brain/brain.ts'
import type { CallRecorder } from './call/call-recorder.ts'
import type { Recogniser, Synthesiser } from './ports.ts'
import type { CallSpending } from './spending.ts'

interface Visitor {
  /** Called once, when the caller's first words are understood or the assistant begins an answer other than its greeting. */
  onEngaged: (atMs: number) => void
}

/** A caller whose token was accepted, and the conditions of the call. */
export interface AdmittedCall {
  callId: string
  /** The caller's key in the fair queue; all calls of one person share one place. */
  caller: string
  /** The account that the call belongs to. It limits what may be prepared ahead of use. */
  account: string
  assistant: AssistantDefinition
  /** Counted from the start of the call. Null if no limit is known. */
  limitMs: number | null
  /** Present if the limit may change during the call: calls back with each change until the call ends. */
  watchLimit?: ((changed: (limitMs: number | null) => void) => void) | undefined
  recorder: CallRecorder
  /** The lines of an earlier call that this one continues, oldest first. */
  memory?: readonly HeardLine[] | undefined
  /** What the call may spend; if absent, nothing is counted. */
  spending?: CallSpending | undefined
  /** Present if the caller is a visitor: someone unknown, or whose call another account pays. */
  visitor?: Visitor | undefined
  /** What the assistant can do in the call besides answering. */
  actions?: CallActions | undefined
  /** Receives a function that ends the call from elsewhere, valid as long as the call lasts. */
  watchEnd?: ((end: (reason: CallEndReason) => void) => void) | undefined
}

/** Admits callers by their tokens. Implemented by features/calls. */
export interface CallDesk {
  /** Consumes the token. @throws {AppError} `call-token-invalid` if it is wrong, expired or used */
  admit(token: string): Promise<AdmittedCall>
}

/** The parts that a call uses. */
export interface VoiceParts {
  recogniser: Recogniser
  synthesiser: Synthesiser
  brain: Brain
  /** For the log. It must not contain a caller's words. */
  onFault: (callId: string | undefined, where: string, error: unknown) => void
}
