import { endpoint } from '../endpoint.ts'
import { newId, randomLetters } from '../wire/ids.ts'
import {
  emptyable,
  fields,
  flag,
  list,
  mergedMetadata,
  metadata,
  pagination,
  text,
  webAddress,
} from '../wire/params.ts'
import type { WireEndpoint } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

const MAX_EVENTS = 300

const createParams = fields({
  api_version: text().optional(),
  description: emptyable(text()).optional(),
  enabled_events: list(text(), MAX_EVENTS),
  metadata: metadata().optional(),
  url: webAddress(),
})
const updateParams = fields({
  description: emptyable(text()).optional(),
  disabled: flag().optional(),
  enabled_events: list(text(), MAX_EVENTS).optional(),
  metadata: metadata().optional(),
  url: webAddress().optional(),
})

/** Its signing secret is told once, in this answer. */
async function create(work: Work, given: typeof createParams._output): Promise<WireEndpoint> {
  const secret = `whsec_${randomLetters(32)}`
  const data: WireEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: work.settings.apiVersion,
    application: null,
    created: work.realNow,
    description: given.description ?? null,
    enabled_events: given.enabled_events,
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    status: 'enabled',
    url: given.url,
  }
  const stored = await work.create('webhook_endpoint', data, { secret })
  return { ...stored.data, secret }
}

async function update(work: Work, given: typeof updateParams._output, id: string): Promise<WireEndpoint> {
  const stored = await work.need('webhook_endpoint', id)
  const data: Partial<WireEndpoint> = {
    ...(given.description === undefined ? {} : { description: given.description }),
    ...(given.disabled === undefined ? {} : { status: given.disabled ? 'disabled' : 'enabled' }),
    ...(given.enabled_events ? { enabled_events: given.enabled_events } : {}),
    ...(given.url ? { url: given.url } : {}),
    metadata: mergedMetadata(stored.data.metadata, given.metadata),
  }
  return (await work.update(stored, { data })).data
}

export const webhookEndpointEndpoints = [
  endpoint('POST', 'webhook_endpoints', createParams, create),
  endpoint('GET', 'webhook_endpoints', fields(pagination), (work, page) =>
    work.list({ kind: 'webhook_endpoint', page, url: '/v1/webhook_endpoints' }),
  ),
  endpoint(
    'GET',
    'webhook_endpoints/:id',
    fields({}),
    async (work, _, id) => (await work.need('webhook_endpoint', id)).data,
  ),
  endpoint('POST', 'webhook_endpoints/:id', updateParams, update),
  endpoint('DELETE', 'webhook_endpoints/:id', fields({}), async (work, _, id) =>
    work.remove(await work.need('webhook_endpoint', id)),
  ),
]
