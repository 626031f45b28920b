import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import type { Stored } from '../kinds.ts'
import { expireSession } from '../resources/checkout-sessions.ts'
import type { Work } from '../work.ts'
import { catchUp } from './lifecycle.ts'

/** How many objects one transaction lets catch up; a restart after a long night goes through several. */
const BATCH = 50

/**
 * Lets the time of one test clock, or real time, pass for what was due by then. False while there is more to do.
 */
export async function catchUpOn(work: Work, testClock: string | null, until: number): Promise<boolean> {
  const rows = await work.db
    .select({ id: objects.id, kind: objects.kind })
    .from(objects)
    .where(
      and(
        testClock === null ? isNull(objects.testClock) : eq(objects.testClock, testClock),
        lte(objects.dueAt, until),
        eq(objects.deleted, false),
      ),
    )
    .orderBy(asc(objects.dueAt), asc(objects.seq))
    .limit(BATCH)
  for (const { id, kind } of rows) {
    if (kind === 'subscription') await catchUp(work, await work.need('subscription', id), until)
    if (kind === 'checkout.session') await expireSession(work, await work.need('checkout.session', id))
  }
  return rows.length < BATCH
}

/** Finishes the way of a clock that was told to advance. */
export async function finishAdvance(work: Work, clock: Stored<'test_helpers.test_clock'>): Promise<void> {
  const target = clock.data.status_details.advancing?.target_frozen_time ?? clock.data.frozen_time
  while (!(await catchUpOn(work, clock.id, target))) continue
  const ready = await work.update(clock, { data: { frozen_time: target, status: 'ready', status_details: {} } })
  await work.emit('test_helpers.test_clock.ready', ready.data, target)
}
