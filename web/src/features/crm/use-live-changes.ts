import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CRM_TOPICS, type CrmTopic } from '#contract/crm-lists.ts'
import { apiFetch } from '../../lib/api-fetch.ts'
import { pause } from '../../lib/pause.ts'
import { KEYS } from './crm-queries.ts'
import { hasLostTeamAccess } from './crm-notices.ts'

const FIRST_RETRY_MS = 1_000
/** Short, since only few tabs connect, and a person may be waiting at each of them. */
const LONGEST_RETRY_MS = 5_000
/** A connection that lasted this long before it closed cleanly was closed by the server's time limit. */
const SETTLED_MS = 10_000
/**
 * The server sends a heartbeat every 15 s; a connection silent for longer is dead, even if the browser keeps it open.
 */
const SILENCE_MS = 40_000

export type Liveness = 'connecting' | 'live' | 'away'

/**
 * Reads a table again whenever the server reports a change, as long as the screen is open. After a broken stream is
 * reopened, all tables are read again, since changes may have been missed.
 */
export function useLiveChanges(): Liveness {
  const client = useQueryClient()
  const [liveness, setLiveness] = useState<Liveness>('connecting')
  useEffect(() => {
    const leaving = new AbortController()
    const refresh = createRefresher(client)
    void keepReading(leaving.signal, {
      onReady: () => {
        setLiveness('live')
        CRM_TOPICS.forEach(refresh)
      },
      onChange: refresh,
      onAway: () => setLiveness('away'),
    })
    return () => leaving.abort()
  }, [client])
  return liveness
}

/** Reads a table once at a time; a change during a read causes another one after it. */
export function createRefresher(client: Pick<QueryClient, 'invalidateQueries'>): (topic: CrmTopic) => void {
  const reading = new Set<CrmTopic>()
  const changedAgain = new Set<CrmTopic>()
  const read = async (topic: CrmTopic): Promise<void> => {
    reading.add(topic)
    do {
      changedAgain.delete(topic)
      await Promise.all([
        client.invalidateQueries({ queryKey: KEYS[topic] }),
        client.invalidateQueries({ queryKey: KEYS.stats }),
      ])
    } while (changedAgain.has(topic))
    reading.delete(topic)
  }
  return (topic) => {
    if (reading.has(topic)) changedAgain.add(topic)
    else void read(topic)
  }
}

interface StreamHandlers {
  onReady: () => void
  onChange: (topic: CrmTopic) => void
  onAway: () => void
}

async function keepReading(leaving: AbortSignal, handlers: StreamHandlers): Promise<void> {
  let retryMs = FIRST_RETRY_MS
  while (!leaving.aborted) {
    const openedAtMs = performance.now()
    try {
      await readStream(leaving, {
        ...handlers,
        onReady: () => {
          retryMs = FIRST_RETRY_MS
          handlers.onReady()
        },
      })
      // The server closed the stream as planned, so it is reopened at once.
      if (performance.now() - openedAtMs >= SETTLED_MS) continue
    } catch (error) {
      if (leaving.aborted) return
      if (hasLostTeamAccess(error)) return
      handlers.onAway()
    }
    await pauseBeforeRetry(retryMs * (0.75 + Math.random() / 2), leaving)
    retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2)
  }
}

/** Resolves when the server ends the stream; rejects when the stream breaks or falls silent. */
async function readStream(leaving: AbortSignal, { onReady, onChange }: StreamHandlers): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const response = await apiFetch('/api/crm/events', { signal: AbortSignal.any([leaving, silence.signal]) })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const readEvents = createEventReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      for (const { name, data } of readEvents(part.value)) {
        const topic = CRM_TOPICS.find((known) => known === data)
        if (name === 'ready') onReady()
        else if (name === 'changed' && topic) onChange(topic)
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Waits, but less long when a retry is likely to succeed: when the network returns, or the tab gets the focus. */
async function pauseBeforeRetry(ms: number, leaving: AbortSignal): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const end = () => over.abort()
  window.addEventListener('online', end, { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), { signal })
  await pause(ms, AbortSignal.any([leaving, signal]))
  end()
}

/** Splits a stream of server-sent events into events, however the pieces are cut. Heartbeats are left out. */
export function createEventReader() {
  let rest = ''
  return (piece: string) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const fields = new Map<string, string>()
      for (const line of block.split('\n')) {
        const colon = line.indexOf(':')
        if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trim())
      }
      const name = fields.get('event')
      return name === undefined ? [] : [{ name, data: fields.get('data') ?? '' }]
    })
  }
}
