import { Hono } from 'hono'
import type { Database } from '../../../db/client.ts'
import type { AppEnv } from '../../../http/context.ts'
import type { SandboxSettings } from '../work.ts'

export interface PageDeps {
  db: Database
  settings: SandboxSettings
  onWritten: () => void
}

export function createSandboxPages(_deps: PageDeps): Hono<AppEnv> {
  return new Hono<AppEnv>()
}
