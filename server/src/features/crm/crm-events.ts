import type { Logger } from 'pino'
import { CRM_TOPICS, type CrmTopic } from '#contract/crm-lists.ts'
import type { DatabaseConnection } from '../../infra/db/client.ts'
import { listen } from '../../infra/db/listen.ts'

/** The name of the channel in the triggers that announce changes (see the migrations). */
const CHANNEL = 'crm_changed'
/** Changes within this time are reported once, because a sync writes thousands of rows. */
const QUIET_MS = 200

interface CrmWatcher {
  onChange: (topic: CrmTopic) => void
  /** Called when the server shuts down, or at once if it is shutting down already; no more changes follow. */
  onClose: () => void
}

export type CrmEvents = Awaited<ReturnType<typeof createCrmEvents>>

export async function createCrmEvents(connection: DatabaseConnection, log: Logger) {
  const watchers = new Set<CrmWatcher>()
  let isClosed = false
  const waiting = new Map<CrmTopic, NodeJS.Timeout>()
  /**
   * When each table was last reported. A change is reported at once; further changes soon after are reported together,
   * once.
   */
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
    // Missed messages do no harm: readers fetch the current rows from the tables.
    onResumed: () => CRM_TOPICS.forEach(changed),
    onFault: (error) => log.warn({ err: error }, 'live changes for the CRM are interrupted, trying again'),
  })

  return {
    /** Calls back soon after a table has changed. @returns the function that ends the watch */
    watch(watcher: CrmWatcher): () => void {
      // A watcher may arrive during shutdown on a kept-alive connection. Its stream must end, or shutdown would wait for
      // it.
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
