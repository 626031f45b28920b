import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseHandle, DatabaseState } from '../../infra/db/client.ts'
import { storageFaultOf } from '../../infra/db/storage-fault.ts'

/** How long a result is reused, since load balancers ask often and anyone may ask. */
const KEPT_MS = 3_000
/** Larger than a page of the database: a disk with less free space can't store a row either. */
const PROBE_BYTES = 64 * 1024

interface SavingProbeOptions {
  database: Pick<DatabaseHandle, 'probe'>
  /** The folder of the stored files or the embedded database. */
  folder: string | undefined
}

/** Tests whether data can be saved, by saving some. The result is reused for some seconds. */
export function createSavingProbe({ database, folder }: SavingProbeOptions) {
  let kept: Promise<DatabaseState> | undefined

  async function look(): Promise<DatabaseState> {
    const state = await database.probe()
    return state === 'ok' && folder !== undefined ? writeTo(folder) : state
  }

  return (): Promise<DatabaseState> => {
    if (kept) return kept
    const answer = look()
    kept = answer
    void answer.then(() => setTimeout(() => (kept = undefined), KEPT_MS).unref())
    return answer
  }
}

async function writeTo(folder: string): Promise<DatabaseState> {
  const path = join(folder, `.probe-${process.pid}`)
  try {
    await writeFile(path, new Uint8Array(PROBE_BYTES))
    return 'ok'
  } catch (error) {
    return storageFaultOf(error) === 'disk-full' ? 'disk-full' : 'read-only'
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}
