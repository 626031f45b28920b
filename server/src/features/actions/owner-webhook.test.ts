import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, it } from 'vitest'
import { ownWebhookSchema } from '#contract/actions.ts'
import { createPublicFetch } from '../../infra/http/public-fetch.ts'
import { runWebhook } from './owner-webhook.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const FAILURE = 'That did not work.'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function run(listener: RequestListener, more: Record<string, unknown> = {}) {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stock`
  const webhook = ownWebhookSchema.parse({ id: 'stock', name: 'Stock', url, secret: SECRET, failure: FAILURE, ...more })
  const deps = { fetchPublic: createPublicFetch({ allowLoopback: true }), log: pino({ level: 'silent' }) }
  return runWebhook(deps, { webhook, callId: 'call_1', assistantId: 'own_1', values: { item: 'rye bread' } })
}

it('posts the caller’s values, signed with the owner’s secret, and says the answer', async () => {
  let verified: unknown
  const result = await run((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      verified = new Webhook(SECRET).verify(body, request.headers as Record<string, string>)
      response.end(
        JSON.stringify({ say: ' Three\nloaves\u202e are left. ', card: { title: 'Rye', url: 'https://x.example/' } }),
      )
    })
  })
  expect(verified).toMatchObject({
    type: 'action.called',
    action: 'stock',
    callId: 'call_1',
    assistantId: 'own_1',
    values: { item: 'rye bread' },
    timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
  })
  const card = { title: 'Rye', url: 'https://x.example/' }
  expect(result).toEqual({ status: 'done', say: 'Three loaves are left.', card })
})

it('cuts long answers after a sentence, and confirms in its own words when the answer is empty', async () => {
  const long = await run((_, response) => void response.end(JSON.stringify({ say: 'A sentence. '.repeat(100) })))
  expect(long.say.length).toBeLessThanOrEqual(600)
  expect(long.say).toMatch(/sentence\.$/)
  expect(await run((_, response) => void response.writeHead(204).end())).toMatchObject({ status: 'done' })
})

it.each(['javascript:alert(1)', 'http://x.example/', 'data:text/html,x'])(
  'shows no card with the link %s',
  async (url) => {
    const answer = JSON.stringify({ say: 'Here.', card: { title: 'Rye', url } })
    expect(await run((_, response) => void response.end(answer))).toEqual({ status: 'done', say: 'Here.' })
  },
)

it('says the receiver’s own words when the receiver refuses', async () => {
  const no = { ok: false, say: 'We have none left.' }
  expect(await run((_, response) => void response.end(JSON.stringify(no)))).toEqual({
    status: 'failed',
    say: 'We have none left.',
  })
})

it.each<[string, RequestListener]>([
  ['refuses', (_, response) => void response.writeHead(500).end('{"say":"ok"}')],
  ['says no without a word', (_, response) => void response.end('{"ok":false}')],
  ['finds nothing', (_, response) => void response.writeHead(404).end('{"say":"ok"}')],
  ['redirects', (_, response) => void response.writeHead(302, { Location: '/elsewhere' }).end()],
  ['answers with a page', (_, response) => void response.end('<html>ok</html>')],
  ['answers with a field of the wrong type', (_, response) => void response.end('{"say":{"a":1}}')],
  ['answers with too many bytes', (_, response) => void response.end(`{"say":"${'x'.repeat(100_000)}"}`)],
  ['breaks off', (_, response) => response.destroy()],
  ['hangs', () => {}],
])('an action whose receiver %s fails with the owner’s sentence', async (_, listener) => {
  expect(await run(listener, { timeoutSeconds: 1 })).toEqual({ status: 'failed', say: FAILURE })
})
