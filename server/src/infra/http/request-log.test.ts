import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { captureLog } from '../logger-testing.ts'
import type { AppEnv } from './context.ts'
import { requestLog } from './request-log.ts'

it('logs the path of a request without its query, which may carry a token', async () => {
  const { log, lines } = captureLog()
  const app = new Hono<AppEnv>().use(requestLog(log, 0)).get('/api/confirm', (c) => c.text(''))
  await app.request('/api/confirm?token=t1')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"path":"/api/confirm"')
  expect(lines[0]).not.toContain('t1')
})
