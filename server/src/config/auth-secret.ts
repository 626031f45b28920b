import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../infra/error-facts.ts'

/**
 * The secret that signs sessions in local mode, made on first start and kept in DATA_DIR so that people stay logged
 * in over a restart. Production brings its own (AUTH_SECRET).
 */
export function keptAuthSecret(dataDir: string): string {
  const path = join(dataDir, 'auth-secret')
  mkdirSync(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // linkSync fails if the file already exists, even when another process has created it a moment ago.
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}
