import { expect, it } from 'vitest'
import { users } from './db/schema/auth.ts'
import { createTestDatabase } from './db/testing.ts'
import { captureLog } from './logger-testing.ts'

it('hides secrets anywhere in a log line', () => {
  const { log, lines } = captureLog()
  const body = { token: 't1', newPassword: 'n1', currentPassword: 'o1', inner: { authorization: 'a1', secret: 's1' } }
  log.info({ password: 'p1', cookie: 'c1', apiKey: 'y1', body, kept: 'k1' }, 'try')
  expect(lines[0]).not.toMatch(/p1|t1|n1|o1|a1|s1|c1|y1/)
  expect(lines[0]).toContain('k1')
})

it('logs a failed query without its values', async () => {
  const database = await createTestDatabase()
  try {
    const { log, lines } = captureLog()
    const row = { id: 'one', email: 'somebody@example.com', name: 'what somebody said' }
    await database.db.insert(users).values(row)
    const error: unknown = await database.db
      .insert(users)
      .values({ ...row, id: 'two' })
      .catch((failure: unknown) => failure)
    log.error({ err: error }, 'failed')
    expect(lines[0]).toContain('insert into')
    expect(lines[0]).toContain('23505')
    expect(lines[0]).toContain('logger.db.test.ts')
    expect(lines[0]).not.toMatch(/somebody/)
  } finally {
    await database.close()
  }
})
