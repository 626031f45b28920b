import type { AssistantDefinition } from '#contract/assistant.ts'
import type { TurnOutcome } from '#contract/calls.ts'
import type { TurnActions } from '../actions/turn-actions.ts'
import type { CallSpending } from '../spending.ts'

/** A line of the conversation as it was really heard: of an interrupted answer, only the part that was played. */
export interface HeardLine {
  role: 'user' | 'assistant'
  content: string
}

export interface BrainTurn {
  assistant: AssistantDefinition
  /** Everything before this turn, oldest first. */
  history: readonly HeardLine[]
  /** What the person said or typed; empty when the ears understood nothing. */
  text: string
  /** Where there are several minds: told which one answers, before its first word; again when another has to go on. */
  onAnsweredBy?: ((part: string) => void) | undefined
  /** Told by a brain that has no answer, before it says so: questions that it could answer, nearest first. */
  onMissed?: ((questions: readonly string[]) => void) | undefined
  /** Told by a brain that has more to say of the turn than an answer: that it asked back, or did something. */
  onOutcome?: ((outcome: Extract<TurnOutcome, 'action' | 'asked-back'>) => void) | undefined
  /** What may be done in this call; absent where nothing may. */
  actions?: TurnActions | undefined
  /** The call that pays for the answer. */
  spending?: CallSpending | undefined
}

/** A mind. Streams its answer in pieces of text, in order; a person's interruption aborts the signal. */
export interface Brain {
  /**
   * Whether each piece ends with a sentence. Then it is said at once: where pieces end anywhere, only the next
   * sentence's beginning shows that one is over, and that may be long in coming.
   */
  readonly givesSentences?: boolean
  reply(turn: BrainTurn, signal: AbortSignal): AsyncIterable<string>
}
