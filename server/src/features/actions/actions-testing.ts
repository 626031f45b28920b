import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { actionsResponseSchema } from '#contract/actions.ts'
import type { ActionResult, CallActions } from '../../voice/actions.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { createStudioTest, type Headers, VISITOR } from '../assistants/own/studio-testing.ts'

const MINUTES = { hour: 60, day: 1_440 }

/** Open around the clock, so that a test finds free times whenever it runs. */
export const ALWAYS_OPEN = {
  isOn: true,
  lengthMinutes: MINUTES.hour,
  noticeMinutes: 0,
  hours: Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      [{ from: '00:00', to: '24:00' }],
    ]),
  ),
}

/** A published assistant with a plan, and functions that call it. */
export async function createActionsTest(options: Parameters<typeof createStudioTest>[1] = {}) {
  const studio = await createStudioTest({ visitorsPerNetwork: 1_000 }, options)
  const { server } = studio
  const owner = await studio.person()
  await studio.givePlan(owner.email, 'small-business-monthly')
  const { id, slug } = await studio.make(owner.headers, { name: 'Nora' })
  const path = `/api/own-assistants/${id}`

  async function save(settings: Record<string, unknown>, headers: Headers = owner.headers) {
    const response = await server.request('PUT', `${path}/actions`, settings, headers)
    expect(response.status).toBe(200)
    return actionsResponseSchema.parse(await response.json())
  }

  async function moveTo(timeZone: string): Promise<void> {
    const response = await server.request('PUT', `${path}/time-zone`, { timeZone }, owner.headers)
    expect(response.status).toBe(200)
  }

  const endings: (() => Promise<void>)[] = []

  /** A visitor's call; `actions` is undefined if the assistant has none. */
  async function call(headers: Headers = VISITOR): Promise<{ callId: string; actions: CallActions | undefined }> {
    const { call: admitted } = await studio.talk(id, headers)
    endings.push(() => admitted.recorder.ended('person-ended', 1_000))
    return { callId: admitted.callId, actions: admitted.actions }
  }

  async function callWithActions() {
    const { callId, actions } = await call()
    if (!actions) throw new Error('the assistant has no actions')
    return { callId, actions }
  }

  const get = async (rest: string): Promise<Record<string, unknown>> => {
    const response = await server.request('GET', `${path}${rest}`, undefined, owner.headers)
    expect(response.status).toBe(200)
    return (await response.json()) as Record<string, unknown>
  }

  /** Newest first. */
  const mailsTo = (email: string) =>
    server.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(desc(mails.id))

  /** Ends all calls, since an owner's visitors may only hold a limited number at once. */
  const endCalls = async () => void (await Promise.all(endings.splice(0).map((end) => end())))

  return { ...studio, endCalls, owner, id, slug, path, save, moveTo, call, callWithActions, get, mailsTo }
}

export function done(result: ActionResult) {
  if (result.status !== 'done') throw new Error(`not done: ${JSON.stringify(result)}`)
  return result
}
