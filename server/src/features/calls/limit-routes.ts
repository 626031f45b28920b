import { REVISION_WORDS } from '#contract/settings-revision.ts'
import {
  limitsResponseSchema,
  saveLimitsRequestSchema,
  spendingLimitsSchema,
  type LimitsResponse,
} from '#contract/spending-limits.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { missingOwn, oneOwn, settingsRevision, type Assistants, type OwnedAssistant } from '../assistants/assistants.ts'
import type { AssistantLimits } from './assistant-limits.ts'

const forAccount = apiRoutes('account', 'Own assistants')

const readRoute = forAccount.get('/api/own-assistants/{id}/limits', 'Get what an assistant may spend, and has spent', {
  request: oneOwn,
  responses: {
    200: json(limitsResponseSchema, 'Minutes are those of calls that began in the running day and month.'),
    404: missingOwn,
  },
})

const saveRoute = forAccount.put('/api/own-assistants/{id}/limits', 'Choose what an assistant may spend', {
  description: `Applies at once, to running calls within seconds. ${REVISION_WORDS}`,
  request: { ...oneOwn, body: jsonBody(saveLimitsRequestSchema) },
  responses: {
    200: json(limitsResponseSchema, 'As it is now.'),
    404: missingOwn,
    409: refused('It was changed in the meantime.'),
  },
})

export function createLimitRoutes(
  db: Database,
  assistants: Pick<Assistants, 'inAddress' | 'saveSettings'>,
  limits: Pick<AssistantLimits, 'usedMinutes'>,
) {
  async function answer({ id, timeZone, settings }: OwnedAssistant): Promise<LimitsResponse> {
    const set = spendingLimitsSchema.parse(settings.limits)
    const used = await limits.usedMinutes(id, { ...set, timeZone })
    return { limits: set, revision: settingsRevision(settings.limits), ...used }
  }
  return apiRouter()
    .openapi(readRoute, async (c) => c.json(await answer(await assistants.inAddress(c)), 200))
    .openapi(saveRoute, async (c) => {
      const { revision, ...values } = c.req.valid('json')
      const { id } = c.req.valid('param')
      const saved = await assistants.saveSettings(db, c.var.account.userId, id, 'limits', values, revision)
      return c.json(await answer(saved), 200)
    })
}
