import type { TurnOutcome } from '#contract/calls.ts'
import type { RecordedLine } from '../../voice/call/call-recorder.ts'

/** A turn of the caller as stored for the assistant's owner. */
export interface KeptTurn {
  position: number
  outcome: TurnOutcome
  /** From the end of the caller's words to the first sound of the answer that the caller heard; null if none was heard. */
  firstAudioMs: number | null
  /** Null if words are not stored. */
  said: string | null
}

/**
 * Combines the turns of a call with the times of their answers, which may come in either order. An answer belongs to the
 * latest turn before it.
 */
export function createTurnRecord(save: (turn: KeptTurn) => void) {
  const turns = new Map<number, KeptTurn>()
  /** Times of answers by the answer's position. */
  const firstAudioMs = new Map<number, number>()

  function firstAudioAfter(position: number): number | null {
    const end = Math.min(...[...turns.keys()].filter((other) => other > position))
    const answers = [...firstAudioMs].filter(([at]) => at > position && at < end)
    return answers.toSorted(([one], [other]) => one - other)[0]?.[1] ?? null
  }

  function saveAgain(turn: KeptTurn): void {
    const timed = { ...turn, firstAudioMs: firstAudioAfter(turn.position) }
    if (turns.get(turn.position) === turn && timed.firstAudioMs === turn.firstAudioMs) return
    turns.set(turn.position, timed)
    save(timed)
  }

  return {
    turn(turn: Omit<KeptTurn, 'firstAudioMs'>): void {
      const isRepeated = turns.get(turn.position)?.outcome === turn.outcome
      if (!isRepeated) saveAgain({ ...turn, firstAudioMs: null })
    },
    line({ role, position, timings }: Pick<RecordedLine, 'role' | 'position' | 'timings'>): void {
      if (role !== 'assistant' || timings?.firstAudioPlayedMs === undefined) return
      firstAudioMs.set(position, timings.firstAudioPlayedMs)
      const before = [...turns.keys()].filter((other) => other < position)
      const turn = turns.get(Math.max(-1, ...before))
      if (turn) saveAgain(turn)
    },
  }
}
