import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { envSchema, EnvError, LOCAL_TEAM_ACCESS_CODE, readEnv } from './env.ts'

const EXAMPLE = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
const exampleVariables = Object.fromEntries(
  [...EXAMPLE.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
)

const production = { NODE_ENV: 'production', TEAM_ACCESS_CODE: 'k3y-42', AUTH_SECRET: 's'.repeat(32) }

function messageOf(variables: Record<string, string>): string {
  try {
    readEnv(variables)
    return 'nothing thrown'
  } catch (error) {
    return error instanceof EnvError ? error.message : `another error: ${String(error)}`
  }
}

describe('.env.example', () => {
  it('lists exactly the variables that are read', () => {
    expect(Object.keys(exampleVariables).toSorted()).toEqual(Object.keys(envSchema.shape).toSorted())
  })

  it('sets the same values as an empty environment', () => {
    expect(readEnv(exampleVariables)).toEqual(readEnv({}))
  })

  it('mentions the access code of local mode', () => {
    expect(EXAMPLE).toContain(LOCAL_TEAM_ACCESS_CODE)
  })
})

describe('readEnv', () => {
  it('needs no variables in local mode', () => {
    expect(readEnv({})).toMatchObject({
      localMode: true,
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      TEAM_ACCESS_CODE: LOCAL_TEAM_ACCESS_CODE,
    })
  })

  it('derives the public address from the port, and removes the trailing slash of a given address', () => {
    expect(readEnv({ PORT: '4100' }).PUBLIC_URL).toBe('http://localhost:4100')
    expect(readEnv({ PUBLIC_URL: 'https://talk.example/' }).PUBLIC_URL).toBe('https://talk.example')
  })

  it('refuses a public address below the root of its host', () => {
    expect(messageOf({ PUBLIC_URL: 'https://talk.example/app' })).toContain('PUBLIC_URL must have no path')
  })

  it('reads payment links by plan, and refuses plans that are not sold', () => {
    const links = readEnv({
      STRIPE_PAYMENT_LINKS: 'basic-monthly=https://buy.example/a?b=c, premium-annual=https://x.example',
    })
    expect([...links.STRIPE_PAYMENT_LINKS]).toEqual([
      ['basic-monthly', 'https://buy.example/a?b=c'],
      ['premium-annual', 'https://x.example'],
    ])
    expect(messageOf({ STRIPE_PAYMENT_LINKS: 'gold-monthly=https://x.example' })).toContain('not sold: gold-monthly')
    expect(messageOf({ STRIPE_PAYMENT_LINKS: 'basic-monthly=buy' })).toContain('not a web address')
  })

  it('refuses a publishable key as secret key, and in production a key without its webhook secret', () => {
    expect(messageOf({ STRIPE_SECRET_KEY: 'pk_test_1' })).toContain('STRIPE_SECRET_KEY must be a secret')
    expect(messageOf({ ...production, STRIPE_SECRET_KEY: 'sk_live_1' })).toContain('STRIPE_WEBHOOK_SECRET is required')
    expect(readEnv({ ...production }).STRIPE_SECRET_KEY).toBeUndefined()
  })

  it('counts empty variables as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', SMTP_URL: '' })).toEqual(readEnv({}))
  })

  it('reads lists of origins', () => {
    expect(readEnv({ ALLOWED_ORIGINS: 'https://a.example/shop, https://b.example:8443,' }).ALLOWED_ORIGINS).toEqual([
      'https://a.example',
      'https://b.example:8443',
    ])
  })

  it('reads Vapi ids for catalogue assistants only', () => {
    const given = readEnv({ VAPI_ASSISTANT_IDS: 'finance = 1f0c, legal=9ab2,' })
    expect(given.VAPI_ASSISTANT_IDS).toEqual({ finance: '1f0c', legal: '9ab2' })
    expect(messageOf({ VAPI_ASSISTANT_IDS: 'nobody=1f0c' })).toContain('with ids of the catalogue')
    expect(messageOf({ VAPI_ASSISTANT_IDS: 'finance' })).toContain('must be pairs like finance=1f0c…')
  })

  it('names all wrong variables in one message', () => {
    const message = messageOf({
      NODE_ENV: 'staging',
      PORT: 'three',
      TEAM_ACCESS_CODE: '12345',
      AUTH_SECRET: 'short',
      DATABASE_URL: 'mysql://localhost',
      SMTP_URL: 'mail.example',
      PUBLIC_URL: 'talk.example',
      LOG_LEVEL: 'loud',
      MAX_CALLS: '0',
      TRUST_PROXY: 'yes',
      ALLOWED_ORIGINS: 'https://a.example,b.example',
      TLS_CERT_FILE: '/nowhere/cert.pem',
    })
    const names = ['NODE_ENV', 'PORT', 'TEAM_ACCESS_CODE', 'AUTH_SECRET', 'DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL']
    for (const name of [...names, 'LOG_LEVEL', 'MAX_CALLS', 'TRUST_PROXY', 'ALLOWED_ORIGINS', 'TLS_KEY_FILE']) {
      expect(message).toMatch(new RegExp(`^ {2}- .*${name}`, 'm'))
    }
    expect(message).toContain('/nowhere/cert.pem')
  })

  it('never repeats a secret in its message', () => {
    expect(messageOf({ AUTH_SECRET: 'hunter2', TEAM_ACCESS_CODE: 'opensesame' })).not.toMatch(/hunter2|opensesame/)
  })
})

describe('production', () => {
  it('starts with its own access code and secret, and listens on all network interfaces', () => {
    expect(readEnv(production)).toMatchObject({ localMode: false, HOST: '0.0.0.0', TEAM_ACCESS_CODE: 'k3y-42' })
  })

  it('refuses to start without an access code and a secret', () => {
    const message = messageOf({ NODE_ENV: 'production' })
    expect(message).toContain('TEAM_ACCESS_CODE is required')
    expect(message).toContain('AUTH_SECRET is required')
  })

  it('refuses the published code of local mode', () => {
    expect(messageOf({ ...production, TEAM_ACCESS_CODE: LOCAL_TEAM_ACCESS_CODE })).toContain(
      'TEAM_ACCESS_CODE is the published',
    )
  })
})
