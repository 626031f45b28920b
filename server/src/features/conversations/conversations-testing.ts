import { expect } from 'vitest'
import type { TurnOutcome } from '#contract/calls.ts'
import { listConversationsResponseSchema } from '#contract/conversations.ts'
import { VISITOR, type createStudioTest, type Headers } from '../assistants/own/studio-testing.ts'

/** Businesses and their visitors. @param current the studio, which is created before the first test */
export function conversationsOf(current: () => Awaited<ReturnType<typeof createStudioTest>>) {
  return { business, talk, ended }

  /** A published assistant with these settings for conversations. */
  async function business(settings: Record<string, unknown> = { keeps: true, days: 30 }) {
    const { email, headers } = await current().person()
    await current().givePlan(email, 'small-business-monthly')
    const { id, slug } = await current().make(headers)
    const ask = (method: string, path: string, body?: unknown, by: Headers = headers) =>
      current().server.request(method, `/api/own-assistants/${id}${path}`, body, by)
    expect((await ask('PUT', '/conversations/settings', settings)).status).toBe(200)
    const list = async (query = '') =>
      listConversationsResponseSchema.parse(await (await ask('GET', `/conversations${query}`)).json())
    return { id, slug, email, headers, ask, list }
  }

  /** A conversation with one turn for each entry, answered after half a second. */
  async function talk(assistantId: string, said: [words: string, outcome: TurnOutcome][], headers: Headers = VISITOR) {
    const { call } = await current().talk(assistantId, headers)
    const { recorder } = call
    for (const [index, [content, outcome]] of said.entries()) {
      const position = 1 + index * 2
      const line = { atMs: position * 1_000, interrupted: false }
      if (content !== '') {
        recorder.line({ ...line, itemId: `u${index}`, position, role: 'user', content, timings: undefined })
      }
      recorder.turn({ position, outcome, said: content })
      const timings = { firstAudioPlayedMs: 500 + index * 100 }
      recorder.line({
        ...line,
        itemId: `a${index}`,
        position: position + 1,
        role: 'assistant',
        content: 'Well.',
        timings,
      })
    }
    return {
      id: call.callId,
      call,
      end: () => recorder.ended('person-ended', 60_000),
    }
  }

  async function ended(...given: Parameters<typeof talk>) {
    const { id, end } = await talk(...given)
    await end()
    return id
  }
}
