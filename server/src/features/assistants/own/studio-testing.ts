import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listOwnAssistantsResponseSchema, ownAssistantSchema, type OwnAssistant } from '#contract/own-assistant.ts'
import type { SubscriptionStatus } from '#contract/subscription-status.ts'
import { createTestApp, type TestAppOptions } from '../../../../test/test-server.ts'
import type { FreeUseLimits } from '../../../config/free-use-env.ts'
import { users } from '../../../infra/db/schema/auth.ts'
import { subscribers } from '../../../infra/db/schema/subscribers.ts'
import { grantedCall } from '../../calls/calls-testing.ts'
import { subscriberOf } from '../../crm/crm-testing.ts'

export type Headers = Record<string, string>
/** The headers of a page of this site. */
export const VISITOR: Headers = { Origin: 'http://voxhall.test' }

/** A photo's id. */
export const photo = (letter: string) => letter.repeat(32)

/** The body that the form sends. */
export function form(more: Record<string, unknown> = {}) {
  return {
    submissionId: crypto.randomUUID(),
    name: 'Nora',
    voiceId: 'hazel',
    firstMessage: 'Hello, this is the bakery.',
    systemPrompt: 'You help customers of a bakery.',
    knowledge: { pairs: [{ question: 'Do you deliver?', answer: 'On weekdays.' }], notes: 'Allergens\nNo nuts.' },
    photoId: photo('a'),
    ...more,
  }
}

/** The status and error code of a refused request. */
export async function problem(response: Response | Promise<Response>) {
  const answered = await response
  return { status: answered.status, code: ((await answered.json()) as { code: string }).code }
}

/** A server for tests of own assistants. */
export async function createStudioTest(freeUse: Partial<FreeUseLimits> = {}, options: Partial<TestAppOptions> = {}) {
  /** The owner of each uploaded photo, by the photo's id. Any other photo counts as owned by every account. */
  const photoOwners = new Map<string, string>()
  const dropped: string[] = []
  const often = { burst: 100_000, refillMs: 1 }
  const server = await createTestApp({
    ...options,
    freeUse,
    rates: { call: often, checkout: often, general: often, outgoing: often, upload: often },
    photos: {
      isOf: async (photoId, userId) => (photoOwners.get(photoId) ?? userId) === userId,
      remove: async (photoId) => void dropped.push(photoId),
    },
  })
  let count = 0

  async function person() {
    count += 1
    const email = `maker-${count}@example.com`
    const headers: Headers = await server.signedUp(email)
    return { email, headers }
  }

  /** Stores a subscription as the payment provider's events would. */
  async function givePlan(
    email: string,
    priceId: string,
    { minutes = 500, status = 'active' }: { minutes?: number; status?: SubscriptionStatus } = {},
  ) {
    const stripeSubscriptionId = `sub_${email}_${priceId}`
    const [owner] = await server.db.select().from(users).where(eq(users.email, email))
    const values = subscriberOf({
      id: stripeSubscriptionId,
      email,
      userId: owner?.id ?? null,
      stripeCustomerId: `cus_${email}`,
      stripeSubscriptionId,
      subscriptionStatus: status,
      providerStatus: status,
      subscriptionTier: 'Small Business',
      priceId,
      monthlyLimitMinutes: minutes,
      periodStart: new Date(Date.now() - 1_000),
    })
    await server.db.insert(subscribers).values(values).onConflictDoUpdate({ target: subscribers.id, set: values })
  }

  async function make(headers: Headers, more: Record<string, unknown> = {}): Promise<OwnAssistant> {
    const response = await server.request('POST', '/api/own-assistants', form(more), headers)
    expect(response.status).toBe(201)
    return ownAssistantSchema.parse(await response.json())
  }

  /** Has all events of the owner stored for delivery; nothing is sent, as the server does not listen. */
  async function addWebhook(headers: Headers): Promise<void> {
    const response = await server.request('POST', '/api/webhooks', { url: 'https://shop.example/hook' }, headers)
    expect(response.status).toBe(201)
  }

  async function list(headers: Headers) {
    const response = await server.request('GET', '/api/own-assistants', undefined, headers)
    return listOwnAssistantsResponseSchema.parse(await response.json())
  }

  /** Oldest first. */
  async function statuses(headers: Headers) {
    return (await list(headers)).assistants.map(({ status }) => status).toReversed()
  }

  const ask = (id: string, headers: Headers) =>
    server.request('POST', `/api/own-assistants/${id}/calls`, undefined, headers)

  const grant = (id: string, headers: Headers) => grantedCall(ask(id, headers))

  async function talk(id: string, headers: Headers) {
    const granted = await grant(id, headers)
    return { granted, call: await server.calls.desk.admit(granted.token) }
  }

  async function pageOf(slug: string, headers: Headers = VISITOR) {
    const response = await server.request('GET', `/api/assistant-pages/${slug}`, undefined, headers)
    return { status: response.status, page: (await response.json()) as Record<string, unknown> }
  }

  return { server, photoOwners, dropped, person, givePlan, make, addWebhook, list, statuses, ask, grant, talk, pageOf }
}
