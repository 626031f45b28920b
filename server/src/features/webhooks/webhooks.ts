import { and, eq, isNull, or } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { WebhookEventType } from '#contract/webhooks.ts'
import type { Env } from '../../config/env.ts'
import type { Database, DatabaseHandle, Transaction } from '../../infra/db/client.ts'
import { listen, type Listening } from '../../infra/db/listen.ts'
import { webhookEndpoints } from '../../infra/db/schema/webhooks.ts'
import { createPublicFetch } from '../../infra/http/public-fetch.ts'
import { createDeliverer } from './deliverer.ts'
import { createEndpoints } from './endpoints.ts'
import { DUE_CHANNEL, deleteEventsOf, deleteOldEvents, writeEvent, type OwnersEvent } from './events.ts'
import { createWebhookRoutes } from './routes.ts'

/** Finds deliveries that are due again, and those whose NOTIFY was lost. */
const POLL_MS = 2_000

interface WebhooksDeps {
  database: DatabaseHandle
  config: Pick<Env, 'localMode'>
  log: Logger
}

export type Webhooks = Pick<ReturnType<typeof createWebhooks>, 'record' | 'forget'>

/** Reports events at owners' assistants to the owners' programs. */
export function createWebhooks({ database, config, log }: WebhooksDeps) {
  const { db } = database
  // Local mode allows owners' servers on this machine, for development.
  const fetchPublic = createPublicFetch({ allowLoopback: config.localMode })
  const deliverer = createDeliverer({ db, fetchPublic, log })
  let listening: Promise<Listening> | undefined
  let poll: NodeJS.Timeout | undefined

  return {
    /** Stores an event in the transaction of the change that it reports, with a delivery for each endpoint that wants it. */
    async record(tx: Database | Transaction, event: OwnersEvent & { type: WebhookEventType }): Promise<void> {
      const { ownerId: owner, isActive, assistantId: of } = webhookEndpoints
      const endpoints = await tx
        .select({ id: webhookEndpoints.id, types: webhookEndpoints.types })
        .from(webhookEndpoints)
        .where(and(eq(owner, event.ownerId), isActive, or(isNull(of), eq(of, event.assistantId))))
      const wanted = endpoints.filter(({ types }) => types.length === 0 || types.includes(event.type))
      const ids = wanted.map(({ id }) => id)
      await writeEvent(tx, event, ids)
    },

    /** Called when an assistant is deleted. */
    forget: deleteEventsOf,

    routes: createWebhookRoutes(createEndpoints(db, config.localMode)),
    deliverer,

    /** Starts sending: events recorded by any process at once, and retries periodically. */
    async watch(): Promise<void> {
      listening = listen(database.connection, {
        channel: DUE_CHANNEL,
        onMessage: deliverer.wake,
        onResumed: () => deliverer.wake(),
        onFault: (error) => log.warn({ err: error }, 'webhooks are sent later while the database cannot be heard'),
      })
      poll = setInterval(() => deliverer.wake(), POLL_MS)
      deliverer.wake()
      await listening
    },

    async close(): Promise<void> {
      clearInterval(poll)
      await listening?.then((opened) => opened.close()).catch(() => undefined)
      await deliverer.close()
    },

    chores: [() => deleteOldEvents(db)],
  }
}
