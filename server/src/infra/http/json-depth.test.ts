import { expect, it } from 'vitest'
import { longestPause, MAX_PAUSE_MS } from '../event-loop-testing.ts'
import { isTooComplex } from '../json.ts'
import { apiRouter, apiRoutes, jsonBody } from './api-route.ts'
import { onError } from './problem.ts'
import { z } from '@hono/zod-openapi'

it.each([
  ['{"a":[[1]]}', false],
  ['[[[[1]]]]', true],
  ['{"a":{"b":{"c":{"d":1}}}}', true],
  ['["[[[[", "\\"[[[[", "\\\\"]', false],
  ['[] [] [] [] []', false],
])('%s: deeper than three is %s', (json, expected) => {
  expect(isTooComplex(json, 3)).toBe(expected)
})

it('a deeply nested body is refused before it is parsed, without delaying other requests', async () => {
  const route = apiRoutes('anonymous', 'Anything').post('/anything', 'Takes anything', {
    request: { body: jsonBody(z.object({ any: z.json() })) },
    responses: { 200: { description: 'It was taken.' } },
  })
  const app = apiRouter().openapi(route, (c) => c.body(null, 200))
  app.onError((error, c) => onError(error, c))
  const send = async (body: string) =>
    app.request('/anything', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
  const deep = `{"any":${'['.repeat(120_000)}${']'.repeat(120_000)}}`
  const details: unknown[] = []
  const { cpuMs } = await longestPause(async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(deep)))
    for (const answer of answers) details.push(await answer.json())
  })
  expect(details).toHaveLength(10)
  for (const detail of details) {
    expect(detail).toMatchObject({ status: 400, detail: 'The body is nested too deeply. Nothing was changed.' })
  }
  expect(cpuMs).toBeLessThan(MAX_PAUSE_MS)
  expect((await send('{"any":[[[1]]]}')).status).toBe(200)
})
