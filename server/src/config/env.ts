import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { findPrice } from '#contract/plans.ts'
import { commaList, onOrOff, webAddress } from './env-fields.ts'
import { freeUseEnvShape } from './free-use-env.ts'
import { embedEnvProblems, embedEnvShape } from './embed-env.ts'
import { emergencyEnvShape } from './emergency-env.ts'
import { talkingVideosEnvProblems, talkingVideosEnvShape } from './videos-env.ts'
import { vapiEnvProblems, vapiEnvShape } from './vapi-env.ts'
import { voiceEnvProblems, voiceEnvShape } from './voice-env.ts'

/** The code that opens the team's pages in local mode, printed at start. Refused in production. */
export const LOCAL_TEAM_ACCESS_CODE = '246810'

const positiveInteger = z.coerce.number({ error: 'must be a whole number above zero' }).int().positive()

const originList = commaList.pipe(z.array(webAddress.transform((address) => new URL(address).origin)))

/**
 * A map such as `basic-monthly=https://buy.stripe.com/…,premium-monthly=…`, keyed by the price ids of
 * contract/src/plans.ts.
 */
const paymentLinks = commaList
  .pipe(
    z.array(
      z.string().transform((pair, ctx): [string, string] => {
        const at = pair.indexOf('=')
        const [priceId, url] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
        if (!findPrice(priceId)) ctx.addIssue({ code: 'custom', message: `names a plan that is not sold: ${pair}` })
        if (!webAddress.safeParse(url).success) {
          ctx.addIssue({ code: 'custom', message: `has a payment link that is not a web address: ${pair}` })
        }
        return [priceId, url]
      }),
    ),
  )
  .transform((pairs): ReadonlyMap<string, string> => new Map(pairs))

/** Every variable that the server reads. `.env.example` lists the same ones. */
export const envSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
    .optional(),
  PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress
    .refine(isRootOfHost, { error: 'must have no path: the site is served at the root of its host' })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  TEAM_ACCESS_CODE: z
    .string()
    .regex(/^\S{6}$/, 'must have exactly six characters, none of them a space')
    .optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters (try: openssl rand -base64 32)').optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().min(3).default('Voxhall <no-reply@voxhall.localhost>'),
  CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be a secret or restricted key of Stripe: sk_… or rk_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of a webhook endpoint: whsec_…')
    .optional(),
  STRIPE_API_BASE: webAddress
    .refine(isRootOfHost, { error: 'must have no path: the API is at /v1 of its host' })
    .optional(),
  STRIPE_PAYMENT_LINKS: paymentLinks,
  ...voiceEnvShape,
  ...vapiEnvShape,
  ...embedEnvShape,
  ...freeUseEnvShape,
  ...talkingVideosEnvShape,
  ...emergencyEnvShape,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  API_DOCS: onOrOff.optional(),
  ALLOWED_ORIGINS: originList,
  MAX_CALLS: positiveInteger.default(50),
  WARM_UP: onOrOff.default('on'),
  TRUST_PROXY: z.coerce
    .number({ error: 'must be the number of proxies in front of the server' })
    .int()
    .min(0)
    .max(10)
    .default(0),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
})

type Source = Readonly<Record<string, string | undefined>>

/** Lists every bad variable in one message, to be shown in a terminal. */
export class EnvError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The server cannot start because of these environment variables:\n${problems.map((line) => `  - ${line}`).join('\n')}\n` +
        'Every variable is explained in .env.example.',
    )
    this.name = 'EnvError'
  }
}

export type Env = ReturnType<typeof readEnv>

/**
 * Checks a set of variables and fills in the defaults; empty variables count as unset. `localMode` is true unless
 * NODE_ENV=production: development code, mailbox and readable logs are on.
 * @throws {EnvError} naming all problems at once
 */
export function readEnv(source: Source) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = envSchema.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  const isProduction = given['NODE_ENV'] === 'production'
  if (isProduction) problems.push(...missingInProduction(given))
  if (Boolean(given['TLS_CERT_FILE']) !== Boolean(given['TLS_KEY_FILE'])) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together')
  }
  for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE']) {
    const file = given[name]
    if (file && !existsSync(file)) problems.push(`${name} names a file that does not exist: ${file}`)
  }
  if (parsed.success)
    problems.push(
      ...voiceEnvProblems(parsed.data),
      ...talkingVideosEnvProblems(parsed.data),
      ...vapiEnvProblems(parsed.data, isProduction),
      ...embedEnvProblems(parsed.data),
    )
  if (!parsed.success || problems.length > 0) throw new EnvError(problems)

  const { HOST, PUBLIC_URL, DATA_DIR, TEAM_ACCESS_CODE, TLS_CERT_FILE, TLS_KEY_FILE, ...rest } = parsed.data
  const scheme = TLS_CERT_FILE ? 'https' : 'http'
  return {
    ...rest,
    localMode: !isProduction,
    apiDocs: rest.API_DOCS === undefined ? !isProduction : rest.API_DOCS === 'on',
    /** In local mode, the mailbox and the well-known access code must not be reachable from the whole network. */
    HOST: HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    /** The site's public address, without a trailing slash. */
    PUBLIC_URL: (PUBLIC_URL ?? `${scheme}://localhost:${rest.PORT}`).replace(/\/+$/, ''),
    DATA_DIR: resolve(DATA_DIR),
    TEAM_ACCESS_CODE: TEAM_ACCESS_CODE ?? LOCAL_TEAM_ACCESS_CODE,
    tls: TLS_CERT_FILE && TLS_KEY_FILE ? { certFile: TLS_CERT_FILE, keyFile: TLS_KEY_FILE } : undefined,
  }
}

/** The environment of the process, completed from a `.env` file in the working directory. Real variables take precedence. */
export function loadEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readEnv(process.env)
}

/** The environment of the process without the `.env` file, so that tests never spend money with a developer's keys. */
export function testEnvironment(): Env {
  return readEnv({ ...process.env, NODE_ENV: 'test' })
}

/** Where tests make their PostgreSQL databases; without it they use PGlite. */
export function testDatabaseUrl(): string | undefined {
  return process.env['TEST_DATABASE_URL'] || undefined
}

/** The folder of the vendors' published API descriptions; without it, tests use our own transcription of them. */
export function vendorDescriptionsFolder(): string | undefined {
  return process.env['VENDOR_DESCRIPTIONS'] || undefined
}

/** Also true for a text that is not a URL, since another check reports that. */
function isRootOfHost(address: string): boolean {
  const url = URL.parse(address)
  return url === null || (url.pathname === '/' && url.search === '' && url.hash === '')
}

function missingInProduction(given: Source): string[] {
  const problems: string[] = []
  if (!given['TEAM_ACCESS_CODE'])
    problems.push('TEAM_ACCESS_CODE is required in production: six characters of your own')
  if (given['TEAM_ACCESS_CODE'] === LOCAL_TEAM_ACCESS_CODE) {
    problems.push('TEAM_ACCESS_CODE is the published code of local mode; production needs one of your own')
  }
  if (!given['AUTH_SECRET']) {
    problems.push('AUTH_SECRET is required in production: at least 32 characters (try: openssl rand -base64 32)')
  }
  if (given['STRIPE_SECRET_KEY'] && !given['STRIPE_WEBHOOK_SECRET']) {
    problems.push('STRIPE_WEBHOOK_SECRET is required in production with STRIPE_SECRET_KEY: webhooks must be verified')
  }
  return problems
}
