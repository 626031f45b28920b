import { eq } from 'drizzle-orm'
import type { TestApp } from '../../../test/test-server.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { subscriberOf } from '../crm/crm-testing.ts'

const DAY_MS = 86_400_000

/** A person in the middle of the period of a plan with this many minutes. @returns the headers of their session */
export async function signUpSubscriber(server: TestApp, email: string, minutes: number) {
  const headers = await server.signedUp(email)
  const [user] = await server.db.select().from(users).where(eq(users.email, email))
  const begun = new Date(Date.now() - DAY_MS)
  await server.db.insert(subscribers).values(
    subscriberOf({
      email,
      userId: user?.id ?? null,
      priceId: 'basic-monthly',
      monthlyLimitMinutes: minutes,
      subscriptionStart: begun,
      periodStart: begun,
    }),
  )
  return headers
}
