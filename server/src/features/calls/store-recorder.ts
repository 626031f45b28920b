import { setTimeout as delay } from 'node:timers/promises'
import type { CallEndReason } from '#contract/realtime.ts'
import { isDataRefused } from '../../infra/db/failure-kinds.ts'
import type { CallRecorder, RecordedLine } from '../../voice/call/call-recorder.ts'
import type { KeptTurn } from './turn-record.ts'

const TRIES_AT_END = 5
const RETRY_AFTER_MS = 1_000

export interface RecordWriter {
  saveLines(lines: readonly RecordedLine[]): Promise<void>
  saveTurns(turns: readonly KeptTurn[]): Promise<void>
  beat(durationMs: number): Promise<void>
  end(reason: CallEndReason, durationMs: number): Promise<void>
}

interface StoreRecorder extends Omit<CallRecorder, 'turn'> {
  turn(turn: KeptTurn): void
}

/**
 * Writes a call's record while the call goes on. What could not be written is kept and written with the next beat, so
 * that a short outage of the database loses nothing; the end waits for it. Lines, beats and the end are written
 * independently: a line that the database refuses is dropped, and the rest of the call is stored.
 */
export function createStoreRecorder(writer: RecordWriter, onFault: (error: unknown) => void): StoreRecorder {
  const unwritten = new Map<string, RecordedLine>()
  const unwrittenTurns = new Map<number, KeptTurn>()
  let durationMs = 0
  let writing: Promise<boolean> | undefined

  async function attempt(action: () => Promise<void>): Promise<boolean> {
    try {
      await action()
      return true
    } catch (error) {
      onFault(error)
      return false
    }
  }

  /** @throws if the lines may be written later; refused lines are dropped */
  async function saveLines(lines: readonly RecordedLine[]): Promise<void> {
    try {
      await writer.saveLines(lines)
    } catch (error) {
      if (!isDataRefused(error)) throw error
      if (lines.length > 1) {
        for (const line of lines) await saveLines([line])
        return
      }
      onFault(error)
    }
    // A line that was updated meanwhile is a new object and is kept.
    for (const line of lines) if (unwritten.get(line.itemId) === line) unwritten.delete(line.itemId)
  }

  async function saveTurns(): Promise<void> {
    const turns = [...unwrittenTurns.values()]
    try {
      if (turns.length > 0) await writer.saveTurns(turns)
    } catch (error) {
      if (!isDataRefused(error)) throw error
      onFault(error)
    }
    for (const turn of turns) if (unwrittenTurns.get(turn.position) === turn) unwrittenTurns.delete(turn.position)
  }

  /** @returns whether everything has been written */
  async function write(): Promise<boolean> {
    await attempt(() => writer.beat(durationMs))
    const areLinesWritten = await attempt(() => saveLines([...unwritten.values()]))
    return (await attempt(saveTurns)) && areLinesWritten
  }

  /** One write at a time, in order. */
  function flush(): Promise<boolean> {
    const mine = (writing ?? Promise.resolve(true)).then(write)
    writing = mine
    return mine
  }

  return {
    heartbeat(newDurationMs) {
      durationMs = newDurationMs
      void flush()
    },
    line(line) {
      unwritten.set(line.itemId, line)
      void flush()
    },
    turn(turn) {
      unwrittenTurns.set(turn.position, turn)
      void flush()
    },
    async ended(reason, finalDurationMs) {
      durationMs = finalDurationMs
      let isEnded = false
      for (let tries = 1; tries <= TRIES_AT_END; tries += 1) {
        // Lines first, so that a list that shows the call as ended shows all of them.
        const isWritten = await flush()
        isEnded ||= await attempt(() => writer.end(reason, finalDurationMs))
        if (isWritten && isEnded) return
        if (tries < TRIES_AT_END) await delay(RETRY_AFTER_MS)
      }
    },
  }
}
