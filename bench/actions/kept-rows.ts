import { Temporal } from 'temporal-polyfill'
import { openDatabase } from '../../server/src/infra/db/client.ts'
import { appointments, leads } from '../../server/src/infra/db/schema/actions.ts'
import { TIME_ZONE } from './business.ts'
import type { Kept } from './judge.ts'

/** All appointments and messages that the database holds, once no server has it open. */
export async function readKept(dataDir: string, url: string | undefined): Promise<Kept[]> {
  const database = await openDatabase({ dataDir, url, onError: (error) => console.error(error) })
  const { db } = database
  const booked = await db.select().from(appointments)
  const left = await db.select().from(leads)
  await database.close()
  return [
    ...booked.map(({ callId, startsAt, fields, status }) => {
      const start = Temporal.Instant.fromEpochMilliseconds(+startsAt).toZonedDateTimeISO(TIME_ZONE).toPlainDateTime()
      const slot = start.toString({ smallestUnit: 'minute' })
      return { callId, slot, values: toValues(fields), isBooked: status === 'booked' }
    }),
    ...left.map(({ callId, fields }) => ({ callId, slot: '', values: toValues(fields), isBooked: true })),
  ]
}

function toValues(fields: readonly { id: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ id, value }) => [id, value]))
}
