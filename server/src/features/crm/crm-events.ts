import type { Logger } from 'pino'
import { CRM_TOPICS, type CrmTopic } from '#contract/crm-lists.ts'
import type { DatabaseConnection } from '../../infra/db/client.ts'
import { listen } from '../../infra/db/listen.ts'

/** Set by the triggers of the migration that made the lists. */
const CHANNEL = 'crm_changed'
/** Many changes at once are told as one: a sync writes thousands of rows. */
const QUIET_MS = 200

export interface CrmWatcher {
  onChange: (topic: CrmTopic) => void
  /** The server ends; nothing more will come. At once when it has begun to. */
  onClose: () => void
}

export type CrmEvents = Awaited<ReturnType<typeof createCrmEvents>>

export async function createCrmEvents(connection: DatabaseConnection, log: Logger) {
  const watchers = new Set<CrmWatcher>()
  let isClosed = false
  const waiting = new Map<CrmTopic, NodeJS.Timeout>()
  /** Told at once and, of what follows within a moment, once more at its end. */
  const lastToldMs = new Map<CrmTopic, number>()

  function tell(topic: CrmTopic): void {
    waiting.delete(topic)
    lastToldMs.set(topic, performance.now())
    for (const watcher of watchers) watcher.onChange(topic)
  }

  function changed(topic: CrmTopic): void {
    if (waiting.has(topic)) return
    const sinceMs = performance.now() - (lastToldMs.get(topic) ?? -QUIET_MS)
    if (sinceMs >= QUIET_MS) tell(topic)
    else
      waiting.set(
        topic,
        setTimeout(() => tell(topic), QUIET_MS - sinceMs),
      )
  }

  const listening = await listen(connection, {
    channel: CHANNEL,
    onMessage: (payload) => {
      const topic = CRM_TOPICS.find((known) => known === payload)
      if (topic) changed(topic)
    },
    // Missed events cost nothing: the tables hold the truth.
    onResumed: () => CRM_TOPICS.forEach(changed),
    onFault: (error) => log.warn({ err: error }, 'live changes for the CRM are interrupted, trying again'),
  })

  return {
    /** Calls back with each table that has changed, soon after. Returns the way to stop. */
    watch(watcher: CrmWatcher): () => void {
      // On a connection that was kept open: it would be waited for until it is cut.
      if (isClosed) watcher.onClose()
      else watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    async close(): Promise<void> {
      isClosed = true
      for (const timer of waiting.values()) clearTimeout(timer)
      for (const watcher of watchers) watcher.onClose()
      watchers.clear()
      await listening.close()
    },
  }
}
