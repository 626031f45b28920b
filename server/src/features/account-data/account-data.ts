import { z } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import { accountDeletedSchema, deleteAccountRequestSchema } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { KEPT_OF_PLANS } from '#contract/leaving.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { createPlaces } from '../../infra/http/places.ts'
import type { LastMails } from '../actions/actions.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Billing } from '../billing/billing.ts'
import type { Calls } from '../calls/calls.ts'
import type { Files } from '../files/files.ts'
import { exportAccount } from './account-export.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'

/** Concurrent exports. Each reads all data of an account, and other queries have to wait meanwhile. */
const EXPORTS = 2

const forAccount = apiRoutes('account', 'Account')

const exportRoute = forAccount.get('/api/account/export', 'Download everything that is stored about your account', {
  'x-rate-limit': 'export',
  responses: {
    200: json(z.looseObject({ exportedAt: z.iso.datetime() }), 'A JSON file, without passwords and tokens.'),
    429: refused('Your other download is still being put together, or there were too many.'),
    503: refused('Too many people are downloading their data right now.'),
  },
})

const deleteRoute = forAccount.delete('/api/account', 'Delete the account and everything with it', {
  description: 'Ends its subscriptions at the payment provider first; when that fails, nothing is deleted.',
  request: { body: jsonBody(deleteAccountRequestSchema) },
  responses: {
    200: json(accountDeletedSchema, 'It is gone.'),
    403: refused('The password is wrong. Nothing was deleted.'),
    503: refused('Subscriptions could not be ended. Nothing was deleted.'),
  },
})

interface AccountDataDeps {
  db: Database
  accounts: Pick<Accounts, 'checkPassword'>
  assistants: Pick<Assistants, 'namesOf' | 'exportFor'>
  billing: Pick<Billing, 'listInvoices' | 'endSubscriptions'>
  calls: Pick<Calls, 'host'>
  files: Pick<Files, 'library'>
  lastMails: LastMails
}

/** Lets people export the data of their account and delete the account. */
export function createAccountData({ db, accounts, assistants, billing, calls, files, lastMails }: AccountDataDeps) {
  const exports = createPlaces({
    places: EXPORTS,
    placesEach: 1,
    tooManyWords: 'Your other download is still being put together. Please wait a moment and try again.',
  })
  const routes = apiRouter()
    .openapi(exportRoute, async (c) => {
      const person = c.var.account
      const data = await exports.during(person.userId, () => exportAccount(db, assistants, billing, person))
      if (!data) throw new AppError('unauthenticated')
      c.header('Content-Disposition', 'attachment; filename="voxhall-my-data.json"')
      return c.json(data, 200)
    })
    .openapi(deleteRoute, async (c) => {
      const person = c.var.account
      const place = `${c.var.clientKey} ${person.userId}`
      c.var.rateLimiter.take('own-password', place)
      await accounts.checkPassword(person.userId, c.req.valid('json').password)
      c.var.rateLimiter.giveBack('own-password', place)
      await billing.endSubscriptions(person)
      const kept = await deleteAccount(db, calls.host, lastMails, person)
      c.var.log.info('an account was deleted')
      // Files without an owner are no longer served; an hourly chore deletes those that can't be deleted now.
      await files.library
        .clear()
        .catch((error: unknown) => c.var.log.error({ err: error }, 'files could not be deleted'))
      return c.json({ status: true as const, kept: [...kept] }, 200)
    })
  return { routes }
}

/**
 * Deletes an account and everything that belongs to it: sessions, calls and their transcripts, mails, the team's notes
 * about the person, its assistants, and what visitors said to those and left with them. Subscriptions must have ended
 * before.
 * @returns what is kept, in words for the person
 */
async function deleteAccount(
  db: Database,
  host: Calls['host'],
  lastMails: LastMails,
  { userId, email }: { userId: string; email: string },
): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    const records = await tx.$count(subscribers, eq(subscribers.userId, userId))
    await tx.delete(emailCrm).where(eq(emailCrm.email, email))
    await tx.delete(mails).where(eq(mails.recipient, email))
    await lastMails.post(tx, { ownerId: userId })
    await host.forget(tx, userId)
    // Sessions, passwords, calls with their lines, assistants, leads, webhooks and keys are deleted by cascade. Rows
    // about subscriptions stay without their owner.
    await tx.delete(users).where(eq(users.id, userId))
    return records > 0 ? KEPT_OF_PLANS : []
  })
}
