import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { emergencyLinesFrom } from './emergency-env.ts'
import { envSchema, EnvError, LOCAL_TEAM_ACCESS_CODE, readEnv } from './env.ts'
import { freeUseLimitsOf } from './free-use-env.ts'
import { isVapiOn } from './vapi-env.ts'

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

  it.each([
    [{ MAX_CALLS: 'many' }, 'MAX_CALLS must be a whole number above zero'],
    [{ API_DOCS: 'yes' }, 'API_DOCS must be on or off'],
    [{ STRIPE_API_BASE: 'https://pay.example/v1' }, 'STRIPE_API_BASE must have no path'],
    [{ VAPI_PUBLIC_KEY: 'one', VAPI_PRIVATE_KEY: 'one' }, 'VAPI_PUBLIC_KEY and VAPI_PRIVATE_KEY are the same'],
    [{ ...production, VAPI_PUBLIC_KEY: 'one' }, 'VAPI_WEBHOOK_SECRET is required in production with VAPI_PUBLIC_KEY'],
    [{ DID_AGENT_ID: 'agt_1' }, 'DID_AGENT_ID and DID_CLIENT_KEY must be set together'],
    [{ DID_CLIENT_KEY: 'key' }, 'DID_AGENT_ID and DID_CLIENT_KEY must be set together'],
    [{ S3_BUCKET: 'photos' }, 'S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set together'],
    [{ S3_ENDPOINT: 'http://minio:9000' }, 'S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set together'],
    [{ FREE_MINUTES_PER_PERSON: 'ten' }, 'FREE_MINUTES_PER_PERSON must be a number, or none'],
    [{ FREE_DOLLARS_PER_DAY: '-1' }, 'FREE_DOLLARS_PER_DAY must not be negative'],
    [{ FREE_DOLLARS_PER_CALL: 'none' }, 'FREE_DOLLARS_PER_CALL must be a number\n'],
    [{ FREE_CALLS_PER_PERSON: '0' }, 'FREE_CALLS_PER_PERSON must be a whole number'],
    [{ EMERGENCY_COUNTRY: 'XX' }, 'EMERGENCY_COUNTRY must be one of US, CA, GB'],
    [{ EMERGENCY_NUMBER: '+49 112' }, 'EMERGENCY_NUMBER must be a short number such as 112'],
    [{ EMERGENCY_CRISIS_LINE: 'call us' }, 'EMERGENCY_CRISIS_LINE must be a name and a number'],
  ])('refuses %j with a message', (variables, message) => {
    expect(messageOf(variables)).toContain(message)
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

  it('serves the description of the API only if it is switched on', () => {
    const isServed = (variables: Record<string, string>) => readEnv(variables).apiDocs
    expect([isServed({}), isServed(production), isServed({ ...production, API_DOCS: 'on' })]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('has a public address with https if it has a certificate', () => {
    const file = fileURLToPath(import.meta.url)
    const env = readEnv({ ...production, TLS_CERT_FILE: file, TLS_KEY_FILE: file })
    expect(env.PUBLIC_URL).toBe('https://localhost:3000')
    expect(env.tls).toEqual({ certFile: file, keyFile: file })
  })

  it('refuses the published code of local mode', () => {
    expect(messageOf({ ...production, TEAM_ACCESS_CODE: LOCAL_TEAM_ACCESS_CODE })).toContain(
      'TEAM_ACCESS_CODE is the published',
    )
  })
})

describe('free calls', () => {
  it('are limited in production as .env.example says', () => {
    expect(freeUseLimitsOf(readEnv(production), false)).toEqual({
      callsPerPerson: 1,
      callsPerNetwork: 10,
      msPerPerson: 600_000,
      msPerNetwork: 7_200_000,
      microsPerCall: 120_000,
      microsPerPerson: 1_000_000,
      microsPerNetwork: 8_000_000,
      microsPerDay: 25_000_000,
      visitorsPerNetwork: 5,
    })
  })

  it('are limited as the operator sets it, with none for no limit', () => {
    const env = readEnv({
      FREE_CALLS_PER_PERSON: '2',
      FREE_CALLS_PER_NETWORK: '7',
      FREE_MINUTES_PER_PERSON: '0.5',
      FREE_MINUTES_PER_NETWORK: 'none',
      FREE_DOLLARS_PER_CALL: '0.3',
      FREE_DOLLARS_PER_PERSON: '0',
      FREE_DOLLARS_PER_NETWORK: 'none',
      FREE_DOLLARS_PER_DAY: '2.5',
      VISITOR_CALLS_PER_NETWORK: '9',
    })
    const limits = {
      callsPerPerson: 2,
      callsPerNetwork: 7,
      msPerPerson: 30_000,
      msPerNetwork: Infinity,
      microsPerCall: 300_000,
      microsPerPerson: 0,
      microsPerNetwork: Infinity,
      microsPerDay: 2_500_000,
      visitorsPerNetwork: 9,
    }
    for (const localMode of [true, false]) expect(freeUseLimitsOf(env, localMode)).toEqual(limits)
  })
})

it.each([
  [{}, true, true],
  [{}, false, false],
  [{ VAPI_PUBLIC_KEY: 'key' }, false, true],
  [{ VAPI: 'on' }, false, true],
  [{ VAPI: 'off', VAPI_PUBLIC_KEY: 'key' }, true, false],
])('with %j, local mode %s, the voice panel offers Vapi: %s', (variables, localMode, isOn) => {
  expect(isVapiOn(readEnv(variables), localMode)).toBe(isOn)
})

it('help in an emergency is that of the country, with the lines that the operator sets', () => {
  const env = readEnv({
    EMERGENCY_COUNTRY: 'gb',
    EMERGENCY_NUMBER: '112',
    EMERGENCY_POLICE_NUMBER: '101',
    EMERGENCY_CRISIS_LINE: 'Shout: 85258',
    EMERGENCY_ABUSE_LINE: 'Refuge: 0808 2000 248',
    EMERGENCY_POISON_LINE: 'NHS: 112',
  })
  expect(emergencyLinesFrom(readEnv({ EMERGENCY_COUNTRY: 'gb' }))).toMatchObject({ emergency: '999' })
  expect(emergencyLinesFrom(env)).toMatchObject({
    place: 'United Kingdom',
    emergency: '112',
    police: '101',
    crisis: { name: 'Shout', number: '85258' },
    abuse: { name: 'Refuge', number: '0808 2000 248' },
    poison: { name: 'NHS', number: '112' },
  })
})
