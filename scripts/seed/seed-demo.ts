import { eq, inArray } from 'drizzle-orm'
import type { Database } from '../../server/src/infra/db/client.ts'
import { users } from '../../server/src/infra/db/schema/auth.ts'
import { callLines, calls } from '../../server/src/infra/db/schema/calls.ts'
import { emailCrm } from '../../server/src/infra/db/schema/email-crm.ts'
import { subscribers, usageLedger } from '../../server/src/infra/db/schema/subscribers.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { pastCall, type PastCall } from './calls.ts'
import { createDice } from './dice.ts'
import { followUpsOf } from './follow-ups.ts'
import { makePeople, type Person } from './people.ts'
import type { SeedServer } from './seed-server.ts'
import { seedSubscriptions } from './subscriptions.ts'
import { seedUsage } from './usage.ts'

const ROWS_AT_A_TIME = 200

interface DemoSize {
  people: number
  /** The number of subscribers; they are the first of the people. */
  subscribed: number
}

/** Seeds the same people in every run. Existing rows stay as they are, and missing rows are added. */
export async function seedDemo(server: SeedServer, size: DemoSize, say: (line: string) => void): Promise<void> {
  const { db } = server
  const now = new Date()
  const people = makePeople(size.people, createDice(1), now)
  await seedPeople(db, people)
  await inParts(followUpsOf(people, createDice(2), now), (part) =>
    db.insert(emailCrm).values(part).onConflictDoNothing(),
  )
  await storeCalls(db, demoCallsOf(people.slice(size.subscribed), now))
  say(`${size.people} people who came over a year, their demo calls and the team's follow-ups are there.`)

  const subscribed = people.slice(0, size.subscribed)
  const emails = subscribed.map(({ email }) => email)
  const isBought = (await db.$count(subscribers, inArray(subscribers.email, emails))) > 0
  if (!isBought) {
    say('Now their subscriptions, bought and renewed in the sandbox; half a minute …')
    const count = await seedSubscriptions(server, subscribed, createDice(4), now)
    say(`${count} subscriptions are there, in every status.`)
  }
  const [talked] = await db
    .select({ callId: usageLedger.callId })
    .from(usageLedger)
    .innerJoin(subscribers, eq(subscribers.id, usageLedger.subscriberId))
    .where(inArray(subscribers.email, emails))
    .limit(1)
  if (isBought && talked) {
    say('So are their subscriptions and the minutes used. Nothing was changed.')
    return
  }
  await seedUsage(db, subscribed, createDice(5), now, (past) => storeCalls(db, past))
  say('The calls of their current periods are there. Open /crm to look at them.')
}

function demoCallsOf(people: readonly Person[], now: Date): PastCall[] {
  const dice = createDice(3)
  return people.flatMap((person) =>
    Array.from({ length: dice.between(0, 3) }, () => {
      const at = new Date(person.signedUpAt.getTime() + (now.getTime() - person.signedUpAt.getTime()) * dice.next())
      const facts = { userId: person.userId, at, durationMs: dice.between(15_000, 90_000), isDemo: true }
      return pastCall(dice, dice.one(CATALOGUE_DEFINITIONS), facts)
    }),
  )
}

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
