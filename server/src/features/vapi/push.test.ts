import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AssistantDefinition } from '#contract/assistant.ts'
import { CATALOGUE } from '#contract/catalogue.ts'
import { VAPI_MODEL } from '../../config/vendor-models.ts'
import { readApiDescription } from '../../vendors/testing/api-description.ts'
import { json, startVendorServer, type VendorServer } from '../../vendors/testing/vendor-server.ts'
import { createVapiApi } from '../../vendors/vapi-api.ts'
import { vapiAssistantBody } from '../../vendors/vapi-assistant.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { createAssistantIds } from './assistant-ids.ts'
import { pushAssistants } from './push.ts'

/** The requests that Vapi's API accepts. */
const description = readApiDescription(
  readFileSync(new URL('../../vendors/testing/descriptions/vapi.json', import.meta.url), 'utf8'),
)
const given = z.looseObject({ metadata: z.unknown() })

const ASSISTANTS = CATALOGUE.map(({ id, name, greeting }): AssistantDefinition => ({
  id,
  name,
  voiceId: 'rowan',
  firstMessage: greeting,
  systemPrompt: `You are ${name}.`,
  scope: 'something',
  knowledge: [],
}))

let vapi: VendorServer
let dataDir: string
let outcomes: string[]
const kept = new Map<string, { id: string; metadata: unknown }>()

beforeEach(async () => {
  kept.clear()
  outcomes = []
  dataDir = mkdtempSync(join(tmpdir(), 'voxhall-vapi-'))
  vapi = await startVendorServer({
    answer(request) {
      const { method, path } = request
      if (method === 'GET') return json(200, [...kept.values()])
      const body = given.parse(JSON.parse(request.body.toString()))
      const id = path.split('/')[2] ?? `asst_${kept.size + 1}`
      if (method === 'PATCH' && !kept.has(id)) return json(404, { message: 'Not Found', statusCode: 404 })
      kept.set(id, { ...body, id })
      return json(method === 'POST' ? 201 : 200, { ...body, id, orgId: 'org_1' })
    },
    refusals: {
      'key-refused': { message: 'Invalid Key.', error: 'Unauthorized', statusCode: 401 },
      'rate-limited': {},
      failing: {},
    },
  })
})
afterEach(async () => {
  rmSync(dataDir, { recursive: true })
  await vapi.close()
})

const push = () =>
  pushAssistants({
    assistants: ASSISTANTS,
    api: createVapiApi({ privateKey: 'priv_1', baseUrl: vapi.url }),
    ids: createAssistantIds(dataDir, {}),
    bodyOf: (assistant) =>
      vapiAssistantBody({
        assistant,
        prompt: assistant.systemPrompt,
        model: VAPI_MODEL,
        voices: {},
        webhook: {
          url: 'https://talk.example/api/webhooks/vapi',
          secretHeader: 'X-Vapi-Secret',
          secret: 's'.repeat(16),
        },
        maxDurationSeconds: 1_800,
      }),
    onDone: (_, outcome) => outcomes.push(outcome),
  })

test('creates all assistants but Education and Technology by valid requests, and stores their ids', async () => {
  await push()
  expect(outcomes).toEqual(Array.from({ length: 14 }, () => 'created'))
  const ids = createAssistantIds(dataDir, { legal: 'mine' }).read()
  expect(Object.keys(ids)).toHaveLength(14)
  expect(ids).not.toHaveProperty('education')
  expect(ids['legal']).toBe('mine')
  const faults = await Promise.all(vapi.requests.map((request) => description.faultsOfRequest(request)))
  expect(faults.flat()).toEqual([])
  expect(vapi.requests.every(({ headers }) => headers.authorization === 'Bearer priv_1')).toBe(true)
})

test('a second push updates the assistants and creates none, even if the ids were lost', async () => {
  await push()
  await push()
  rmSync(join(dataDir, 'vapi-assistants.json'))
  await push()
  expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(14)
  expect(kept.size).toBe(14)
})

test('a push recreates assistants that were deleted at Vapi', async () => {
  await push()
  kept.delete('asst_3')
  outcomes = []
  await push()
  expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1)
})

test('an interrupted push is continued by the next one', async () => {
  vapi.behave('key-refused', 1)
  await expect(push()).rejects.toThrow(VendorError)
  await push()
  expect(kept.size).toBe(14)
})

test('an unreadable file of ids counts as empty', () => {
  writeFileSync(join(dataDir, 'vapi-assistants.json'), '[1')
  expect(createAssistantIds(dataDir, {}).read()).toEqual({})
})
