import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { DatabaseConnection } from './client.ts'

/** A query at this interval notices a connection that died silently. */
const PROBE_INTERVAL_MS = 30_000
const RECONNECT_DELAY_MS = 1_000

interface ListenOptions {
  channel: string
  onMessage: (payload: string) => void
  /** Called when listening works again after a gap in which messages may have been lost. */
  onResumed: () => void
  onFault: (error: unknown) => void
}

export interface Listening {
  close(): Promise<void>
}

/** Receives the messages that this or any other process sends by NOTIFY on the same database. */
export async function listen(connection: DatabaseConnection, options: ListenOptions): Promise<Listening> {
  if (connection.kind === 'postgresql') return listenOnPostgres(connection.url, options)
  const stop = await connection.pglite.listen(options.channel, options.onMessage)
  return { close: () => (connection.pglite.closed ? Promise.resolve() : stop()) }
}

/** Listens on a connection outside the pool, since a pooled connection is passed from one query to the next. */
function listenOnPostgres(url: string, options: ListenOptions): Listening {
  const closing = new AbortController()
  const done = keepListening(url, options, closing.signal)
  return {
    close: async () => {
      closing.abort()
      await done
    },
  }
}

async function keepListening(url: string, options: ListenOptions, closing: AbortSignal): Promise<void> {
  let isFirst = true
  while (!closing.aborted) {
    try {
      await listenOnce(url, options, closing, () => {
        if (!isFirst) options.onResumed()
        isFirst = false
      })
    } catch (error) {
      if (!closing.aborted) options.onFault(error)
    }
    await wait(RECONNECT_DELAY_MS, undefined, { signal: closing }).catch(() => undefined)
  }
}

/** Resolves once `closing` is aborted, rejects when the connection is lost. */
async function listenOnce(
  url: string,
  { channel, onMessage }: ListenOptions,
  closing: AbortSignal,
  onListening: () => void,
): Promise<void> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: 'voxhall-listen' })
  const lost = new Promise<never>((_resolve, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the connection that listens was ended')))
  })
  // If the other promise of a race has settled first, a later rejection of this one would be unhandled.
  lost.catch(() => undefined)
  client.on('notification', (message) => onMessage(message.payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    onListening()
    while (!closing.aborted) {
      const nextProbe = wait(PROBE_INTERVAL_MS, undefined, { signal: closing }).catch(() => undefined)
      await Promise.race([nextProbe, lost])
      if (!closing.aborted) await Promise.race([client.query('select 1'), lost])
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
