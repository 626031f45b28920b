import { createHash, randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { hashPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { openDatabase, type Database } from '../../server/src/infra/db/client.ts'
import { accounts, users } from '../../server/src/infra/db/schema/auth.ts'
import { STORED, type Stored } from '../../web/src/lib/storage-keys.ts'
import { waitForMail } from './mailbox.ts'

type Person = { email: string; password: string; displayName: string }
export type Account = Person & { userId: string; token: string }

const VISITOR = { password: 'correct horse battery', displayName: 'Robin Visitor' }

const signUpAnswer = z.object({ signUpSecret: z.string() })
const signInAnswer = z.object({ token: z.string(), user: z.object({ id: z.string() }) })

/** Works in the database of a server that is not running. */
export async function inDatabase<Result>(dataDir: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ dataDir })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/** Adds a person with a confirmed address, for example to a server that cannot send mails. */
export async function addPerson(db: Database): Promise<Person & { userId: string }> {
  const person = { ...VISITOR, email: 'visitor@example.com' }
  const userId = randomUUID()
  await db.insert(users).values({ id: userId, email: person.email, name: person.displayName, emailVerified: true })
  const password = await hashPassword(person.password)
  await db.insert(accounts).values({ id: userId, userId, accountId: userId, providerId: 'credential', password })
  return { ...person, userId }
}

export async function signIn(serverUrl: string, person: Person): Promise<Account> {
  const { email, password } = person
  return accountOf(person, await post(serverUrl, '/api/auth/sign-in/email', { email, password }))
}

/** @param response the server's answer to the request that signed the person in */
async function accountOf(person: Person, response: Response): Promise<Account> {
  const { token, user } = signInAnswer.parse(await response.json())
  return { ...person, userId: user.id, token: response.headers.get('set-auth-token') ?? token }
}

/**
 * Creates a person with a confirmed address and a session through the HTTP API, with the same requests as the pages.
 */
export async function signUpAndConfirm(serverUrl: string, given: Partial<Person> = {}): Promise<Account> {
  const person = { ...VISITOR, email: `visitor-${randomUUID()}@example.com`, ...given }
  const { email, password } = person
  const signUp = { email, password, name: person.displayName }
  const made = await post(serverUrl, '/api/auth/sign-up/email', signUp)
  const { signUpSecret } = signUpAnswer.parse(await made.json())
  const mail = await waitForMail(serverUrl, email, 'Confirm')
  const linkToken = new URL(mail.links[0] ?? '').searchParams.get('token')
  // The same request that the button on the confirmation page sends.
  return accountOf(person, await post(serverUrl, '/api/auth/verify-email', { token: linkToken, signUpSecret }))
}

/** Request headers of an account, with its own network address, because rate limits apply to each address. */
export function asPerson({ token, userId }: Account): Record<string, string> {
  const [one = 0, other = 0] = createHash('sha256').update(userId).digest()
  return {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `198.18.${one}.${other}`,
  }
}

/** Signs the context in at a site, without using the sign-in form. */
export async function signInContext(context: BrowserContext, siteUrl: string, account: Account): Promise<void> {
  const session: Stored<'session'> = {
    token: account.token,
    user: { id: account.userId, email: account.email, displayName: account.displayName },
    checkedAtMs: Date.now(),
  }
  await store(context, siteUrl, { [STORED.session.key]: JSON.stringify(session) })
}

/** Fills the browser's storage at a site, as an earlier visit would have. */
export async function store(
  context: BrowserContext,
  siteUrl: string,
  entries: Readonly<Record<string, string>>,
): Promise<void> {
  const address = `${siteUrl}/api/health`
  // The page that keeps the process of a shared context (test.ts) is at this address already.
  const open = context.pages().find((page) => page.url() === address)
  const page = open ?? (await context.newPage())
  if (open === undefined) await page.goto(address)
  await page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
  }, entries)
  if (open === undefined) await page.close()
}

/** Creates an account and signs it in on this page. */
export async function signedIn(page: Page, serverUrl: string): Promise<Account> {
  const account = await signUpAndConfirm(serverUrl)
  await signInContext(page.context(), serverUrl, account)
  return account
}

/** @throws Error with the response if the server refuses the request */
export async function post(serverUrl: string, path: string, body: unknown): Promise<Response> {
  const response = await send(serverUrl, path, body)
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
  return response
}

/** Posts JSON as the pages do. */
export function send(serverUrl: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${serverUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: serverUrl },
    body: JSON.stringify(body),
  })
}
