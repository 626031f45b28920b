import { z } from '@hono/zod-openapi'
import { accountDeletedSchema, deleteAccountRequestSchema } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRoute, apiRouter, json, jsonBody } from '../../infra/http/api-route.ts'
import { problemSchema } from '../../infra/http/problem.ts'
import { accountOf } from '../../infra/http/session.ts'
import { exportAccount, type ExportOptions } from './account-export.ts'
import { deleteAccount } from './delete-account.ts'

const common = { 'x-role': 'account' as const, tags: ['Account'] }

const exportRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/account/export',
  summary: 'Download everything that is stored about your account',
  responses: {
    200: json(z.looseObject({ exportedAt: z.iso.datetime() }), 'A JSON file, without passwords and tokens.'),
  },
})

const deleteRoute = apiRoute({
  ...common,
  method: 'delete',
  path: '/api/account',
  summary: 'Delete the account and everything with it',
  description: 'Ends its subscriptions at the payment provider first; when that fails, nothing is deleted.',
  request: { body: jsonBody(deleteAccountRequestSchema) },
  responses: {
    200: json(accountDeletedSchema, 'It is gone.'),
    403: json(problemSchema, 'The password is wrong. Nothing was deleted.'),
    503: json(problemSchema, 'Subscriptions could not be ended. Nothing was deleted.'),
  },
})

export interface AccountRoutesOptions {
  db: Database
  namesOf: ExportOptions['namesOf']
  listOwn: ExportOptions['listOwn']
  /** @throws AppError `password-wrong` */
  checkPassword: (userId: string, password: string) => Promise<void>
  listInvoices: (person: { userId: string; email: string }) => Promise<unknown[] | null>
  /** Nothing is charged any more once it resolves. */
  endSubscriptions: (person: { userId: string; email: string }) => Promise<void>
  /** Deletes the photos and videos of accounts that are gone. */
  clearFiles: () => Promise<void>
}

/** Taking one's data along, and leaving. */
export function createAccountDataRoutes(options: AccountRoutesOptions) {
  const { db, namesOf, listOwn, checkPassword, listInvoices, endSubscriptions, clearFiles } = options
  return apiRouter()
    .openapi(exportRoute, async (c) => {
      const person = await accountOf(c)
      const data = await exportAccount(
        { db, namesOf, listOwn, listInvoices: () => listInvoices(person) },
        person.userId,
      )
      if (!data) throw new AppError('unauthenticated')
      c.header('Cache-Control', 'no-store')
      c.header('Content-Disposition', 'attachment; filename="voxhall-my-data.json"')
      return c.json({ ...data, exportedAt: data.exportedAt.toISOString() }, 200)
    })
    .openapi(deleteRoute, async (c) => {
      const person = await accountOf(c)
      const place = `${c.var.clientKey} ${person.userId}`
      c.var.rateLimiter.take('own-password', place)
      await checkPassword(person.userId, c.req.valid('json').password)
      c.var.rateLimiter.giveBack('own-password', place)
      await endSubscriptions(person)
      const kept = await deleteAccount(db, person)
      c.var.log.info('an account was deleted')
      // Files without an owner are not served; those that cannot be deleted now are deleted within the hour.
      await clearFiles().catch((error: unknown) => c.var.log.error({ err: error }, 'files could not be deleted'))
      return c.json({ status: true as const, kept: [...kept] }, 200)
    })
}
