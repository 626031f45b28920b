import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { grantedCall } from '../src/features/calls/calls-testing.ts'
import { PRODUCTION_RATES, type RateClass, type RateRule } from '../src/infra/http/rate-limit.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './test-server.ts'

/** The calls that have a limit of their own, by its class. All others share the general limit. */
const LIMITED: Partial<Record<RateClass, readonly string[]>> = {
  'sign-up': ['POST /api/auth/sign-up/email'],
  mail: [
    'POST /api/auth/request-password-reset',
    'POST /api/auth/send-verification-email',
    'POST /api/billing/claim/send',
  ],
  'mail-link': [
    'POST /api/auth/reset-password',
    'POST /api/auth/reset-password/check',
    'POST /api/auth/verify-email',
    'POST /api/auth/verify-email/check',
    'POST /api/billing/claim',
    'POST /api/billing/claim/check',
  ],
  contact: ['POST /api/contact'],
  call: [
    'POST /api/calls',
    'POST /api/calls/vapi',
    'POST /api/embed/calls',
    'POST /api/embed/{assistantId}/frame-tickets',
    'POST /api/embed/{assistantId}/sightings',
    'POST /api/embed/{assistantId}/tickets',
    'POST /api/own-assistants/tries',
    'POST /api/own-assistants/{id}/calls',
    'POST /api/own-assistants/{id}/calls/vapi',
  ],
  speech: ['POST /api/speech'],
  upload: [
    'POST /api/files/photos',
    'POST /api/own-assistants/{id}/sources',
    'POST /api/own-assistants/{id}/sources/files',
    'POST /api/own-assistants/{id}/sources/{sourceId}/read-again',
  ],
  export: ['GET /api/account/export'],
  file: ['GET /files/{id}'],
  video: ['POST /api/videos'],
  checkout: ['POST /api/billing/checkout', 'POST /api/billing/portal', 'POST /api/billing/refresh'],
  webhook: ['POST /api/webhooks/d-id/{id}', 'POST /api/webhooks/stripe', 'POST /api/webhooks/vapi'],
  outgoing: [
    'POST /api/own-assistants/{id}/free-times',
    'POST /api/webhooks/{id}/deliveries/{deliveryId}/replay',
    'POST /api/webhooks/{id}/test',
  ],
}

async function open(options: TestAppOptions): Promise<TestApp> {
  const server = await createTestApp(options)
  onTestFinished(() => server.close())
  return server
}

it('every call is charged to its limit, before its sender and its body are looked at', async () => {
  // Each class allows another number of requests, so that the number of answers tells the class. The general limit is
  // the largest, since most calls are charged to it as well.
  const classes = Object.keys(PRODUCTION_RATES)
  const rates: Partial<Record<RateClass, RateRule>> = Object.fromEntries(
    classes.toReversed().map((name, index) => [name, { burst: index + 1, refillMs: 3_600_000 }]),
  )
  const server = await open({ rates })
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(await (await server.request('GET', '/api/openapi.json')).json())
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => [method.toUpperCase(), path] as const),
  )
  const found: Record<string, string[]> = {}
  for (const [index, [method, path]] of calls.entries()) {
    const sender = { 'X-Forwarded-For': `10.1.${index}.1` }
    const ask = async () =>
      (await server.request(method, path.replaceAll(/\{\w+\}/g, 'none'), undefined, sender)).status
    let answered = 0
    while ((await ask()) !== 429) answered += 1
    ;(found[classes.at(-answered) ?? ''] ??= []).push(`${method} ${path}`)
  }
  const { general, ...limited } = Object.fromEntries(
    Object.entries(found).map(([name, ofClass]) => [name, ofClass.toSorted()]),
  )
  expect(limited).toEqual(LIMITED)
  expect(general).toContain('POST /api/auth/sign-in/email')
})

it.each([
  ['production', 429, 429, { NODE_ENV: 'production' }],
  // All clients of a local server share one address.
  ['local mode', 400, 201, {}],
])(
  'in %s, the fortieth sign-up in a moment is answered with %i, and a second free call at once with %i',
  async (_, signUpStatus, callStatus, env) => {
    const server = await open({ env, hasUsualRates: true })
    const person = await server.signedUp('caller@example.com')
    const start = () => server.request('POST', '/api/calls', { assistantId: 'finance' }, person)
    await server.calls.desk.admit((await grantedCall(start())).token)
    expect((await start()).status).toBe(callStatus)

    const answers: number[] = []
    for (let count = 0; count < 40; count += 1) {
      answers.push((await server.request('POST', '/api/auth/sign-up/email', {})).status)
    }
    expect([answers[0], answers.at(-1)]).toEqual([400, signUpStatus])
  },
)

it('an account allows ten wrong passwords in a row from one network, and twenty from all networks', async () => {
  const server = await open({ env: { NODE_ENV: 'production' }, hasUsualRates: true })
  const guess = async (email: string, network: number) => {
    const sender = { 'X-Forwarded-For': `10.0.0.${network}` }
    const body = { email, password: 'a guessed password' }
    return (await server.request('POST', '/api/auth/sign-in/email', body, sender)).status
  }
  const answers = { one: [] as number[], all: [] as number[] }
  for (let count = 1; count <= 11; count += 1) answers.one.push(await guess('one@example.com', 1))
  for (let count = 1; count <= 21; count += 1) answers.all.push(await guess('all@example.com', count + 1))
  expect(answers).toEqual({
    one: [...Array<number>(10).fill(401), 429],
    all: [...Array<number>(20).fill(401), 429],
  })
})

it('one network that tries a password on many accounts has to wait', async () => {
  const server = await open({ rates: { 'sign-in-network': { burst: 3, refillMs: 3_600_000 } } })
  const guess = async (name: string, network: string) => {
    const body = { email: `${name}@example.com`, password: 'the usual password' }
    return (await server.request('POST', '/api/auth/sign-in/email', body, { 'X-Forwarded-For': network })).status
  }
  for (const name of ['ann', 'bea', 'cleo']) expect(await guess(name, '10.0.0.1')).toBe(401)
  expect(await guess('dora', '10.0.0.1')).toBe(429)
  expect(await guess('dora', '10.0.0.2')).toBe(401)
})

it.each([
  ['/api/auth/request-password-reset', 'reset'],
  ['/api/auth/send-verification-email', 'confirmation'],
])('%s sends few mails to one address, whoever asks for them', async (path, name) => {
  const server = await open({ rates: { 'mail-address': { burst: 2, refillMs: 3_600_000 } } })
  const ask = async (email: string, index: number) =>
    (await server.request('POST', path, { email }, { 'X-Forwarded-For': `10.0.0.${index}` })).status
  const statuses = []
  for (const index of [1, 2, 3]) statuses.push(await ask(`${name}@example.com`, index))
  expect(statuses).toEqual([200, 200, 429])
  expect(await ask('another@example.com', 4)).toBe(200)
})
