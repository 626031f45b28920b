import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keptAuthSecret } from './auth-secret.ts'

it('the secret of local mode stays the same over restarts, so that sessions last', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  const secret = keptAuthSecret(one)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(keptAuthSecret(one)).toBe(secret)
  expect(keptAuthSecret(other)).not.toBe(secret)
  expect(readdirSync(one)).toEqual(['auth-secret'])
  // Only the server's own user may read it.
  expect(statSync(join(one, 'auth-secret')).mode & 0o077).toBe(0)
})
