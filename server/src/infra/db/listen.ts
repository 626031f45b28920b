import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { DatabaseConnection } from './client.ts'

/** A connection that died without a word is found out by this. */
const PROBE_INTERVAL_MS = 30_000
const RECONNECT_DELAY_MS = 1_000

export interface ListenOptions {
  channel: string
  onMessage: (payload: string) => void
  /** Listening again after a gap in which messages may have been lost. */
  onResumed: () => void
  onFault: (error: unknown) => void
}

export interface Listening {
  close(): Promise<void>
}

/** Receives the messages of NOTIFY, in this process or any other on the same database. */
export async function listen(connection: DatabaseConnection, options: ListenOptions): Promise<Listening> {
  if (connection.kind === 'postgresql') return listenOnPostgres(connection.url, options)
  const stop = await connection.pglite.listen(options.channel, options.onMessage)
  return { close: () => (connection.pglite.closed ? Promise.resolve() : stop()) }
}

/** A connection of its own, since those of the pool change hands. */
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

/** Resolves when it is to close, rejects when the connection is lost. */
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
  // The other side of the race may have won already; a rejection would then go unhandled.
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
