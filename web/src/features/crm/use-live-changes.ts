import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CRM_TOPICS, type CrmTopic } from '#contract/crm-lists.ts'
import { apiFetch, problemOf } from '../../lib/api-fetch.ts'
import { KEYS } from './crm-queries.ts'
import { hasLostTeamAccess } from './crm-notices.ts'

const FIRST_RETRY_MS = 1_000
/** Short: few tabs ask, and a person may be waiting at each. */
const LONGEST_RETRY_MS = 5_000
/** A connection that closes cleanly after this long was ended by the server's time limit. */
const SETTLED_MS = 10_000
/** The server beats every 15 s; a connection that is silent for longer is dead, even if the browser holds it open. */
const SILENCE_MS = 40_000

export type Liveness = 'connecting' | 'live' | 'away'

/**
 * Reads a table again whenever the server says that it has changed, for as long as the screen is open. A stream that
 * breaks is opened again, and then everything is read again, since changes may have come between.
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

/** One reading of a table at a time; a change during it means another one after it. */
function createRefresher(client: QueryClient): (topic: CrmTopic) => void {
  const state: Record<CrmTopic, 'idle' | 'reading' | 'again'> = { subscribers: 'idle', emails: 'idle' }
  const read = async (topic: CrmTopic): Promise<void> => {
    do {
      state[topic] = 'reading'
      await Promise.all([
        client.invalidateQueries({ queryKey: KEYS[topic] }),
        client.invalidateQueries({ queryKey: KEYS.stats }),
      ])
    } while (hasChangedAgain(state[topic]))
    state[topic] = 'idle'
  }
  return (topic) => {
    if (state[topic] === 'idle') void read(topic)
    else state[topic] = 'again'
  }
}

function hasChangedAgain(state: string): boolean {
  return state === 'again'
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
      // Ended by the server in peace: it is to be opened again.
      if (performance.now() - openedAtMs >= SETTLED_MS) continue
    } catch (error) {
      if (leaving.aborted) return
      if (problemOf(error) !== null && hasLostTeamAccess(error)) return
      handlers.onAway()
    }
    await pause(retryMs * (0.75 + Math.random() / 2), leaving)
    retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2)
  }
}

/** Resolves when the server ends the stream, rejects when it breaks or falls silent. */
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

/** Shorter when the server is likely to answer again: the network is back, or the tab is being looked at. */
async function pause(ms: number, leaving: AbortSignal): Promise<void> {
  const done = new AbortController()
  const { signal } = done
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => clearTimeout(timer))
    leaving.addEventListener('abort', () => resolve(), { signal })
    window.addEventListener('online', () => resolve(), { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resolve(), { signal })
  })
  done.abort()
}

/** One event of a stream, as browsers would hand it on. */
interface StreamEvent {
  name: string
  data: string
}

/** Cuts a stream of server-sent events into events, however it arrives in pieces. Heartbeats are none. */
export function createEventReader(): (piece: string) => StreamEvent[] {
  let rest = ''
  return (piece) => {
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
