import { pino } from 'pino'
import { readEnv } from '../../server/src/config/env.ts'
import { openDatabase } from '../../server/src/infra/db/client.ts'
import { users } from '../../server/src/infra/db/schema/auth.ts'
import { webhookEndpoints } from '../../server/src/infra/db/schema/webhooks.ts'
import { createServer } from '../../server/src/server.ts'
import { orderSchema, type Answer, type Order } from './orders.ts'

/**
 * Runs the complete server on a data folder in a process that can be killed. Argument: the folder. Over the process
 * channel it sends `ready`, creates owners with webhooks, and records events; it answers each event once that is
 * committed.
 */
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const [dataDir = ''] = process.argv.slice(2)
const config = readEnv({
  NODE_ENV: 'test',
  PUBLIC_URL: 'http://voxhall.test',
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: dataDir,
  AUTH_SECRET: 'x'.repeat(32),
})
const database = await openDatabase({ dataDir, url: undefined, onError: (error) => console.error(error) })
const { db } = database
const server = await createServer(config, {
  log: pino({ level: 'silent' }),
  database,
  clientDir: `${dataDir}/no-site`,
})

async function makeOwner(ownerId: string, urls: readonly string[]): Promise<void> {
  const createdAt = new Date()
  const person = { id: ownerId, email: `${ownerId}@example.com`, name: '', createdAt, updatedAt: createdAt }
  await db.insert(users).values(person)
  const values = urls.map((url, index) => ({ id: `wh_${ownerId}_${index}`, ownerId, url, createdAt }))
  await db.insert(webhookEndpoints).values(values.map((value) => ({ ...value, secret: SECRET, types: [] })))
}

async function obey(order: Order): Promise<Answer> {
  if (order.what === 'owner') {
    await makeOwner(order.ownerId, order.urls)
    return { what: 'owner' }
  }
  const { ownerId, number } = order
  const event = { ownerId, assistantId: 'own_bench', type: 'lead.created' as const, data: { number } }
  await db.transaction((tx) => server.features.webhooks.record(tx, event))
  return { what: 'happened', number }
}

await server.listen()
process.on('message', (message) => {
  void obey(orderSchema.parse(message)).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ what: 'ready' } satisfies Answer)
