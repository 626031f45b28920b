import type { HeardLine } from '../../voice/brain/brain.ts'
import type { RecordedLine } from '../../voice/call/call-recorder.ts'

/** As long as a call can be continued. */
const KEPT_AFTER_MS = 120_000

interface Memory {
  before: readonly HeardLine[]
  lines: Map<string, RecordedLine>
  endsAtMs: number
}

/**
 * What visitors said in calls of this process. It exists only in memory, is never stored, and is dropped two minutes
 * after the call. If another process continues the call, it greets the visitor as a new one.
 */
export function createVisitorMemories(limit: number) {
  const memories = new Map<string, Memory>()

  function of(callId: string): Memory {
    const memory = memories.get(callId) ?? { before: [], lines: new Map<string, RecordedLine>(), endsAtMs: Infinity }
    memories.set(callId, memory)
    return memory
  }

  return {
    add(callId: string, line: RecordedLine): void {
      const { lines } = of(callId)
      lines.set(line.itemId, line)
      const [oldest] = lines.keys()
      if (lines.size > limit && oldest !== undefined) lines.delete(oldest)
    },
    /** Treats what was said in the earlier call as part of this one. */
    goOn(callId: string, before: readonly HeardLine[]): void {
      of(callId).before = before
    },
    over(callId: string): void {
      for (const [id, { endsAtMs }] of memories) if (endsAtMs <= Date.now()) memories.delete(id)
      const memory = memories.get(callId)
      if (memory) memory.endsAtMs = Date.now() + KEPT_AFTER_MS
    },
    take(callId: string): HeardLine[] {
      const memory = memories.get(callId)
      if (!memory || memory.endsAtMs <= Date.now()) return []
      const said = [...memory.lines.values()]
        .toSorted((one, other) => one.position - other.position)
        .filter(({ content }) => content !== '')
        .map(({ role, content }): HeardLine => ({ role, content }))
      return [...memory.before, ...said].slice(-limit)
    },
  }
}
