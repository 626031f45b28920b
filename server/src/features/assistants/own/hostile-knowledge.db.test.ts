import { afterAll, beforeAll, expect, it } from 'vitest'
import { longestPause, MAX_PAUSE_MS } from '../../../infra/event-loop-testing.ts'
import { hostileKnowledge } from './hostile-knowledge-testing.ts'
import { createStudioTest, form } from './studio-testing.ts'

let studio: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  studio = await createStudioTest()
})
afterAll(() => studio.server.close())

it('creating and calling twenty assistants with maximal texts at once does not delay other requests', async () => {
  // One-letter words make the largest number of patterns.
  const knowledge = hostileKnowledge(1)
  let makingMs = Infinity
  let callingMs = Infinity
  // A pause of the work itself comes back in a second round; one for collecting the garbage of earlier tests does not.
  for (let round = 0; round < 2 && Math.max(makingMs, callingMs) >= MAX_PAUSE_MS; round += 1) {
    const { headers } = await studio.person()
    const bodies = Array.from({ length: 20 }, () => form({ knowledge }))
    const made: number[] = []
    const making = await longestPause(async () => {
      const sent = bodies.map((body) => studio.server.request('POST', '/api/own-assistants', body, headers))
      made.push(...(await Promise.all(sent)).map(({ status }) => status))
    })
    expect(new Set(made)).toEqual(new Set([201]))
    makingMs = Math.min(makingMs, making.cpuMs)

    const { assistants } = await studio.list(headers)
    const calling = await longestPause(() => Promise.all(assistants.map(({ id }) => studio.ask(id, headers))))
    callingMs = Math.min(callingMs, calling.cpuMs)
  }
  expect(makingMs).toBeLessThan(MAX_PAUSE_MS)
  expect(callingMs).toBeLessThan(MAX_PAUSE_MS)
})
