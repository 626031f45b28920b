import { HELP_QUESTIONS, type HelpOffer, type HelpReason } from '#contract/realtime.ts'
import type { TurnOutcome } from '#contract/calls.ts'
import type { Clarity } from './clarity.ts'

/** After so many misunderstandings in a row the caller is offered help. */
const OFFER_AFTER = 2

/** How a conversation gets on, typed and spoken alike. */
export interface Misunderstandings {
  inARow: number
  /** What is known of the sound since a turn was understood. */
  clarity: Clarity
  /** Made by the latest misunderstanding. */
  offer: HelpOffer | null
}

export type TurnReport =
  /** Of sound that no words came of. */
  | { type: 'heard'; clarity: Clarity }
  /**
   * How a turn of the caller came out; told once for each. `refused` and `not-heard` are misunderstandings: the brain had no
   * answer, or no words to answer.
   */
  | { type: 'turn'; outcome: TurnOutcome; itemId: string; text: string; questions: readonly string[] }

export const NONE_MISUNDERSTOOD: Misunderstandings = { inARow: 0, clarity: 'clear', offer: null }

/**
 *   understood ─▶ none │ missed ─▶ one │ missed ─▶ two or more, with an offer │ understood ─▶ none, and the offer goes
 */
export function nextMisunderstandings(before: Misunderstandings, report: TurnReport): Misunderstandings {
  switch (report.type) {
    case 'heard':
      return { ...before, clarity: report.clarity }
    case 'turn': {
      if (report.outcome !== 'refused' && report.outcome !== 'not-heard') return NONE_MISUNDERSTOOD
      const inARow = before.inARow + 1
      const reason = report.outcome === 'refused' ? 'outside-field' : REASONS[before.clarity]
      const questions = report.questions.slice(0, HELP_QUESTIONS)
      return { ...before, inARow, offer: inARow < OFFER_AFTER ? null : { reason, questions } }
    }
  }
}

/** Clear sound without words has a cause that is not known: an unexpected question, or unexpected words. */
const REASONS: Record<Clarity, HelpReason | null> = { noisy: 'noise', quiet: 'too-quiet', clear: null }
