import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import { startWatch } from '../jobs/watch.ts'
import type { DatabaseHandle } from './client.ts'

const LOOK_EVERY_MS = 30_000
/**
 * A start after a crash replays the log since the last checkpoint before it answers: 130 MB take about 0.7 s of a core.
 */
const MAX_LOG_BYTES = 64 * 1024 * 1024

const lengthSchema = z.object({ rows: z.tuple([z.object({ bytes: z.coerce.number() })]) })

interface Database extends Pick<DatabaseHandle, 'db'> {
  connection: Pick<DatabaseHandle['connection'], 'kind'>
}

/**
 * Makes a checkpoint when the write-ahead log has grown long. A PostgreSQL server does so by itself; the embedded one
 * runs without the process that does it, so its log would grow until the next start, which would have to replay it.
 */
export async function checkpointEmbedded({ connection, db }: Database, maxBytes = MAX_LOG_BYTES): Promise<void> {
  if (connection.kind !== 'pglite') return
  const length = await db.execute(
    sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`,
  )
  const [{ bytes }] = lengthSchema.parse(length).rows
  // It writes the changed pages of 16 MB of shared buffers, which takes about 40 ms.
  if (bytes > maxBytes) await db.execute(sql`checkpoint`)
}

export function watchLogLength(database: Database, log: Logger): { close: () => void } {
  return startWatch({
    everyMs: LOOK_EVERY_MS,
    look: () => checkpointEmbedded(database),
    onFault: (error) => log.error({ err: error }, 'the database’s log could not be shortened'),
  })
}
