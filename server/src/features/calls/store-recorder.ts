import { setTimeout as delay } from 'node:timers/promises'
import { isDataRefused } from '../../infra/db/failure-kinds.ts'
import type { CallRecorder, RecordedLine } from '../../voice/call/call-recorder.ts'
import type { CallStore } from './call-store.ts'

const TRIES_AT_END = 5
const RETRY_AFTER_MS = 1_000

/** What a call's record needs of the store. */
export type RecordedStore = Pick<CallStore, 'heartbeat' | 'saveLines' | 'end'>

/**
 * Writes a call's record behind its back. What could not be written stays and goes with the next beat, so a database
 * that is away for a moment costs nothing; at the end it is waited for. Lines, beats and the end don't wait for each
 * other's success: a line that the database refuses is dropped, and the rest of the call is kept.
 */
export function createStoreRecorder(
  store: RecordedStore,
  callId: string,
  onFault: (error: unknown) => void,
): CallRecorder {
  const unwritten = new Map<string, RecordedLine>()
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

  function settle(lines: readonly RecordedLine[]): void {
    // A line that was brought up to date meanwhile is another object and stays.
    for (const line of lines) if (unwritten.get(line.itemId) === line) unwritten.delete(line.itemId)
  }

  /** @throws when they may be written later; refused ones are dropped. */
  async function saveLines(lines: readonly RecordedLine[]): Promise<void> {
    try {
      await store.saveLines(callId, lines)
    } catch (error) {
      if (!isDataRefused(error)) throw error
      if (lines.length > 1) {
        for (const line of lines) await saveLines([line])
        return
      }
      onFault(error)
    }
    settle(lines)
  }

  /** @returns whether no line is left to be written. */
  async function write(): Promise<boolean> {
    await attempt(() => store.heartbeat(callId, durationMs))
    return attempt(() => saveLines([...unwritten.values()]))
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
    async ended(reason, finalDurationMs) {
      durationMs = finalDurationMs
      let isEnded = false
      for (let tries = 1; tries <= TRIES_AT_END; tries += 1) {
        // The lines first, so that whoever sees the call ended sees all of it.
        const isWritten = await flush()
        isEnded ||= await attempt(() => store.end(callId, { reason, durationMs: finalDurationMs }))
        if (isWritten && isEnded) return
        if (tries < TRIES_AT_END) await delay(RETRY_AFTER_MS)
      }
    },
  }
}
