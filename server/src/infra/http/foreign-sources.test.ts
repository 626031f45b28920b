import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from './context.ts'
import { didAgentSources, joinSources, vapiSources, type ForeignSources } from './foreign-sources.ts'
import { securityHeaders } from './security-headers.ts'

const options = { publicUrl: 'https://voxhall.example', scriptHashes: [], development: false }

async function policyOf(foreignSources?: ForeignSources): Promise<Record<string, string[]>> {
  const app = new Hono<AppEnv>()
  app.use(securityHeaders({ ...options, foreignSources }))
  app.get('*', (c) => c.text('here'))
  const policy = (await app.request('/')).headers.get('Content-Security-Policy') ?? ''
  return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]))
}

test('without vendors in the browser, pages load only our own sources and evaluate no text', async () => {
  const policy = await policyOf()
  expect(policy['script-src']).toEqual(["'self'"])
  expect(policy['connect-src']).toEqual(["'self'", 'wss://voxhall.example'])
  expect(policy['worker-src']).toEqual(["'self'"])
})

test('Vapi adds its API and Daily, and still no text is evaluated', async () => {
  const policy = await policyOf(vapiSources('https://api.vapi.ai'))
  expect(policy['script-src']).toEqual(["'self'", 'https://c.daily.co', 'blob:'])
  expect(policy['connect-src']).toEqual(
    expect.arrayContaining(['https://api.vapi.ai', 'https://*.daily.co', 'wss://*.daily.co']),
  )
})

test('the sources of several vendors are joined', async () => {
  const policy = await policyOf(
    joinSources(vapiSources('https://api.vapi.ai'), null, didAgentSources('https://agent.d-id.com/v2/index.js')),
  )
  expect(policy['script-src']).toEqual(["'self'", 'https://c.daily.co', 'blob:', 'https://agent.d-id.com'])
  expect(policy['connect-src']).toEqual(
    expect.arrayContaining([
      'wss://*.daily.co',
      'wss://*.d-id.com',
      'https://*.livekit.cloud',
      'wss://*.livekit.cloud',
    ]),
  )
})
