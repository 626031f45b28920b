import { expect, it } from 'vitest'
import { users } from './db/schema/auth.ts'
import { createTestDatabase } from './db/testing.ts'
import { captureLog } from './logger-testing.ts'

it.each(['password', 'newPassword', 'currentPassword', 'token', 'authorization', 'cookie', 'secret', 'apiKey'])(
  'hides the value of %s at any depth of a log line',
  (key) => {
    const { log, lines } = captureLog()
    const hidden = { [key]: 'hidden value' }
    log.info({ ...hidden, body: { ...hidden, inner: hidden }, kept: 'kept value' }, 'try')
    expect(lines[0]).not.toContain('hidden value')
    expect(lines[0]).toContain('kept value')
  },
)

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
