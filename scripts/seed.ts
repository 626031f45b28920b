import { inArray } from 'drizzle-orm'
import { openDatabase, type Database } from '../server/src/db/client.ts'
import { FolderLockedError } from '../server/src/db/pglite-lock.ts'
import { users } from '../server/src/db/schema/auth.ts'
import { callLines, calls } from '../server/src/db/schema/calls.ts'
import { emailCrm } from '../server/src/db/schema/email-crm.ts'
import { subscribers } from '../server/src/db/schema/subscribers.ts'
import { loadEnv } from '../server/src/env.ts'
import { CATALOGUE_DEFINITIONS } from '../server/src/features/assistants/catalogue/all.ts'
import { pastCall, type PastCall } from './seed/calls.ts'
import { createDice } from './seed/dice.ts'
import { followUpsOf } from './seed/follow-ups.ts'
import { makePeople, type Person } from './seed/people.ts'
import { seedSubscriptions } from './seed/subscriptions.ts'
import { seedUsage } from './seed/usage.ts'

/**
 * `npm run seed`: fills the database of this environment with a demo that can be believed: people who came over a year,
 * their calls, the team's follow-ups, and subscriptions that went through the payment sandbox, in every status. The same
 * people every time; what is there already stays as it is. With the embedded database, stop the server first.
 */
const PEOPLE = 460
/** Of them the first ones have subscribed. */
const SUBSCRIBED = 260
const ROWS_AT_A_TIME = 200

async function inParts<Row>(rows: readonly Row[], insert: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_A_TIME) await insert(rows.slice(from, from + ROWS_AT_A_TIME))
}

async function seedPeople(db: Database, people: readonly Person[]): Promise<void> {
  await inParts(people, (part) =>
    db
      .insert(users)
      .values(
        part.map(({ userId: id, name, email, isConfirmed, signedUpAt }) => ({
          id,
          name,
          email,
          emailVerified: isConfirmed,
          createdAt: signedUpAt,
          updatedAt: signedUpAt,
        })),
      )
      .onConflictDoNothing(),
  )
}

async function storeCalls(db: Database, past: readonly PastCall[]): Promise<void> {
  await inParts(past, async (part) => {
    const added = await db
      .insert(calls)
      .values(part.map(({ call }) => call))
      .onConflictDoNothing()
      .returning({ id: calls.id })
    const ids = new Set(added.map(({ id }) => id))
    const lines = part.flatMap((one) => (ids.has(one.call.id) ? one.lines : []))
    await inParts(lines, (some) => db.insert(callLines).values(some))
  })
}

async function seed(): Promise<void> {
  const env = loadEnv()
  const database = await openDatabase({ dataDir: env.DATA_DIR, url: env.DATABASE_URL })
  const { db } = database
  try {
    const now = new Date()
    const people = makePeople(PEOPLE, createDice(1), now)
    await seedPeople(db, people)
    await inParts(followUpsOf(people, createDice(2), now), (part) =>
      db.insert(emailCrm).values(part).onConflictDoNothing(),
    )
    const dice = createDice(3)
    const trials = people.slice(SUBSCRIBED).flatMap((person) =>
      Array.from({ length: dice.between(0, 3) }, () => {
        const at = new Date(person.signedUpAt.getTime() + (now.getTime() - person.signedUpAt.getTime()) * dice.next())
        const facts = { userId: person.userId, at, durationMs: dice.between(15_000, 90_000), isDemo: true }
        return pastCall(dice, dice.one(CATALOGUE_DEFINITIONS), facts)
      }),
    )
    await storeCalls(db, trials)

    const subscribed = people.slice(0, SUBSCRIBED)
    const emails = subscribed.map(({ email }) => email)
    const [known] = await db
      .select({ id: subscribers.id })
      .from(subscribers)
      .where(inArray(subscribers.email, emails))
      .limit(1)
    if (known) {
      console.log(`${PEOPLE} people are there, and so are their subscriptions. Nothing was changed.`)
      return
    }
    console.log(
      `${PEOPLE} people and ${trials.length} demo calls; now their subscriptions, over a year in the sandbox …`,
    )
    const count = await seedSubscriptions(db, subscribed, createDice(4), now)
    await seedUsage(db, createDice(5), now, (past) => storeCalls(db, past))
    console.log(`${count} subscriptions with the calls of their current periods. Open /crm to look at them.`)
  } finally {
    await database.close()
  }
}

try {
  await seed()
} catch (error) {
  if (!(error instanceof FolderLockedError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
