import { HELP_QUESTIONS, type HelpOffer, type HelpReason } from '#contract/realtime.ts'
import type { TurnOutcome } from '#contract/calls.ts'
import type { Clarity } from './clarity.ts'

/** The caller is offered help after this many misunderstandings in a row. */
const OFFER_AFTER = 2

/** How well a conversation is going, whether typed or spoken. */
interface Misunderstandings {
  inARow: number
  /** The clarity of the latest sound without words; reset when a turn is understood. */
  clarity: Clarity
  /** The offer of help after the latest misunderstanding. */
  offer: HelpOffer | null
}

export type TurnReport =
  /** Sound without recognisable words. */
  | { type: 'heard'; clarity: Clarity }
  /**
   * The outcome of one of the caller's turns, reported once for each. `refused` (the brain had no answer) and
   * `not-heard` (there were no words to answer) are misunderstandings.
   */
  | { type: 'turn'; outcome: TurnOutcome; itemId: string; text: string; questions: readonly string[] }

export const NONE_MISUNDERSTOOD: Misunderstandings = { inARow: 0, clarity: 'clear', offer: null }

/**
 *   none ── misunderstood ──▶ one ── misunderstood ──▶ two or more, with an offer of help
 *
 *   any ── understood ──▶ none, and the offer is withdrawn
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

/** Null if the sound was clear: then the reason is unknown, for example unexpected words. */
const REASONS: Record<Clarity, HelpReason | null> = { noisy: 'noise', quiet: 'too-quiet', clear: null }
