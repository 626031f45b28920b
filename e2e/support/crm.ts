import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { makeDataDir } from './prepared-data.ts'
import { startServer, type RunningServer } from './server.ts'
import { enterTeam, fillCrm, teamContext } from './team.ts'
import { expect, test as base } from './test.ts'

/** On a server with a filled CRM. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const dataDir = makeDataDir()
      await fillCrm(dataDir)
      const server = await startServer({ dataDir })
      await use(server)
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

export const WITHIN_A_SECOND = { timeout: 1_000 }
export const EMAILS = '/crm?tab=emails'
/** Oldest first, so that sign-ups of other tests stay away from it. */
export const OLDEST = '/crm?tab=emails&sort=signup&order=asc'

export async function openCrm(page: Page, server: RunningServer, path = '/crm'): Promise<void> {
  await teamContext(page.context(), await enterTeam(server.url))
  await page.goto(path)
  await expect(page.getByRole('table')).toBeVisible()
}

export function emailsIn(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').allInnerTexts()
}
