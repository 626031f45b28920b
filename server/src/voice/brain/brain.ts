import type { AssistantDefinition } from '#contract/assistant.ts'
import type { TurnOutcome } from '#contract/calls.ts'
import type { TurnActions } from '../actions/turn-actions.ts'
import type { CallSpending } from '../spending.ts'

/** A line of the conversation as the caller heard it: only the part that was played, if an answer was interrupted. */
export interface HeardLine {
  role: 'user' | 'assistant'
  content: string
}

export interface BrainTurn {
  assistant: AssistantDefinition
  /** All lines before this turn, oldest first. */
  history: readonly HeardLine[]
  /** What the caller said or typed; empty if the recogniser understood nothing. */
  text: string
  /**
   * If there are several brains: called with the name of the one that answers, before its first word, and again if
   * another one takes over.
   */
  onAnsweredBy?: ((part: string) => void) | undefined
  /** Called by a brain that has no answer, before it says so, with questions that it could answer, best match first. */
  onMissed?: ((questions: readonly string[]) => void) | undefined
  /** Called by a brain that did more than answer: it asked back or ran an action. */
  onOutcome?: ((outcome: Extract<TurnOutcome, 'action' | 'asked-back'>) => void) | undefined
  /** The actions allowed in this call; absent if there are none. */
  actions?: TurnActions | undefined
  /** The spending of the call that is charged for the answer. */
  spending?: CallSpending | undefined
}

/** Answers the caller. Streams an answer in pieces of text, in order; the signal is aborted when the caller interrupts. */
export interface Brain {
  /**
   * Whether each piece ends at the end of a sentence, so that it can be spoken at once. With other brains, the end of a
   * sentence shows only when the next one begins, which may take long.
   */
  readonly givesSentences?: boolean
  reply(turn: BrainTurn, signal: AbortSignal): AsyncIterable<string>
  /** The probability (0–1) that one of its answers fits the text. Absent: 0. */
  confidenceIn?(turn: Pick<BrainTurn, 'assistant' | 'text' | 'actions'>): Promise<number>
}
