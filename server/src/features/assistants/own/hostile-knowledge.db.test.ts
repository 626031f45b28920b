import { afterAll, beforeAll, expect, it } from 'vitest'
import { longestPause, MAX_PAUSE_MS } from '../../../infra/event-loop-testing.ts'
import { hostileKnowledge } from './hostile-knowledge-testing.ts'
import { createStudioTest, form } from './studio-testing.ts'

let studio: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  studio = await createStudioTest()
})
afterAll(() => studio.server.close())

it('creating and calling forty assistants with maximal texts at once does not delay other requests', async () => {
  const { headers } = await studio.person()
  // One-letter words make the largest number of patterns.
  const knowledge = hostileKnowledge(1)
  const bodies = Array.from({ length: 40 }, () => form({ knowledge }))
  const made: number[] = []
  const making = await longestPause(async () => {
    const sent = bodies.map((body) => studio.server.request('POST', '/api/own-assistants', body, headers))
    made.push(...(await Promise.all(sent)).map(({ status }) => status))
  })
  expect(new Set(made)).toEqual(new Set([201]))
  expect(making.cpuMs).toBeLessThan(MAX_PAUSE_MS)

  const { assistants } = await studio.list(headers)
  const calling = await longestPause(() => Promise.all(assistants.map(({ id }) => studio.ask(id, headers))))
  expect(calling.cpuMs).toBeLessThan(MAX_PAUSE_MS)
})
