import { z } from '@hono/zod-openapi'
import { REVISION_WORDS } from '#contract/settings-revision.ts'
import { addSiteRequestSchema, saveLookRequestSchema, tagLookSchema, websiteSchema } from '#contract/website.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { missingOwn, oneOwn, settingsRevision, type Assistants, type OwnedAssistant } from '../assistants/assistants.ts'
import type { SiteStore } from './site-store.ts'

const forAccount = apiRoutes('account', 'Own assistants', 'Embed')
const asItIs = json(websiteSchema, 'As it is now.')

const readRoute = forAccount.get(
  '/api/own-assistants/{id}/website',
  'Get the sites of an assistant, and how its tag looks',
  {
    request: oneOwn,
    responses: { 200: asItIs, 404: missingOwn },
  },
)

const lookRoute = forAccount.put('/api/own-assistants/{id}/website/look', 'Choose how the tag shows an assistant', {
  description: `Applies to pages that are opened from now on; browsers may keep the earlier look for five minutes. ${REVISION_WORDS}`,
  request: { ...oneOwn, body: jsonBody(saveLookRequestSchema) },
  responses: { 200: asItIs, 404: missingOwn, 409: refused('It was changed in the meantime.') },
})

const addRoute = forAccount.post('/api/own-assistants/{id}/website/sites', 'Allow an assistant on a site', {
  description:
    'An exact origin, or one with `*` as the first part of its name, for all names below. Adding a site twice changes nothing.',
  request: { ...oneOwn, body: jsonBody(addSiteRequestSchema) },
  responses: { 200: asItIs, 400: refused('That is not the address of a site of your own.'), 404: missingOwn },
})

const removeRoute = forAccount.delete('/api/own-assistants/{id}/website/sites', 'Take a site off the list', {
  description:
    'From this moment its pages no longer show the assistant and cannot start calls. Running calls continue.',
  request: { ...oneOwn, query: z.object({ origin: z.string().max(300) }) },
  responses: { 200: asItIs, 404: missingOwn },
})

/** The sites of an owner, and how the tag looks there. */
export function createWebsiteRoutes(
  db: Database,
  assistants: Pick<Assistants, 'inAddress' | 'saveSettings'>,
  store: SiteStore,
) {
  const answer = async ({ id, settings }: OwnedAssistant) => ({
    look: tagLookSchema.parse(settings.website),
    revision: settingsRevision(settings.website),
    sites: (await store.list(id)).map(({ origin, firstSeenAt, lastSeenAt }) => ({ origin, firstSeenAt, lastSeenAt })),
  })

  return apiRouter()
    .openapi(readRoute, async (c) => c.json(await answer(await assistants.inAddress(c)), 200))
    .openapi(lookRoute, async (c) => {
      const { id } = c.req.valid('param')
      const { revision, ...look } = c.req.valid('json')
      const saved = await assistants.saveSettings(db, c.var.account.userId, id, 'website', look, revision)
      return c.json(await answer(saved), 200)
    })
    .openapi(addRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      await store.add(assistant.id, c.req.valid('json').site)
      return c.json(await answer(assistant), 200)
    })
    .openapi(removeRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      await store.remove(assistant.id, c.req.valid('query').origin)
      return c.json(await answer(assistant), 200)
    })
}
