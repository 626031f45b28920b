import { setTimeout as delay } from 'node:timers/promises'
import type { CallRecorder, RecordedLine } from '../../voice/call/call-recorder.ts'
import type { CallStore } from './call-store.ts'

const TRIES_AT_END = 5
const RETRY_AFTER_MS = 1_000

/**
 * Writes a call's record behind its back. What could not be written stays and goes with the next beat, so a database
 * that is away for a moment costs nothing; at the end it is waited for.
 */
export function createStoreRecorder(store: CallStore, callId: string, onFault: (error: unknown) => void): CallRecorder {
  const unwritten = new Map<string, RecordedLine>()
  let durationMs = 0
  let writing: Promise<boolean> | undefined

  async function write(): Promise<boolean> {
    const lines = [...unwritten.values()]
    try {
      await store.saveLines(callId, lines)
      // A line that was brought up to date meanwhile is another object and stays.
      for (const line of lines) if (unwritten.get(line.itemId) === line) unwritten.delete(line.itemId)
      await store.heartbeat(callId, durationMs)
      return true
    } catch (error) {
      onFault(error)
      return false
    }
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
      for (let tries = 1; tries <= TRIES_AT_END; tries += 1) {
        if (await flush()) {
          try {
            return await store.end(callId, reason, finalDurationMs)
          } catch (error) {
            onFault(error)
          }
        }
        if (tries < TRIES_AT_END) await delay(RETRY_AFTER_MS)
      }
    },
  }
}
