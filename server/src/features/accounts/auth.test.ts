import { randomUUID, scryptSync } from 'node:crypto'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Database } from '../../infra/db/client.ts'
import { createAuth } from './auth.ts'

it('passwords are stored as scrypt hashes, each with its own salt, at a cost that resists offline guessing', async () => {
  const auth = createAuth({
    db: {} as Database,
    secret: 'x'.repeat(32),
    publicUrl: 'http://voxhall.test',
    log: pino({ level: 'silent' }),
  })
  const { password: passwords } = await auth.$context
  const password = randomUUID()
  const kept = await passwords.hash(password)
  const [salt = '', key = ''] = kept.split(':')
  const expected = scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 })
  expect(key).toBe(expected.toString('hex'))
  expect(await passwords.hash(password)).not.toBe(kept)
  expect(await passwords.verify({ hash: kept, password })).toBe(true)
  expect(await passwords.verify({ hash: kept, password: `${password}!` })).toBe(false)
})
