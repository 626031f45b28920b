import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { STORED, type Stored } from '../../web/src/lib/storage-keys.ts'
import { waitForMail } from './mailbox.ts'

export type Account = { email: string; password: string; displayName: string; userId: string; token: string }

const signUpAnswer = z.object({ signUpSecret: z.string() })
const signInAnswer = z.object({ token: z.string(), user: z.object({ id: z.string() }) })

/** A new person with a confirmed address and a session, made through the HTTP API as the site would do it. */
export async function signUpAndConfirm(
  serverUrl: string,
  given: Partial<Pick<Account, 'email' | 'password' | 'displayName'>> = {},
): Promise<Account> {
  const person = {
    email: given.email ?? `visitor-${randomUUID()}@example.com`,
    password: given.password ?? 'correct horse battery',
    displayName: given.displayName ?? 'Robin Visitor',
  }
  const { email, password } = person
  const signUp = { email, password, name: person.displayName }
  const made = await post(serverUrl, '/api/auth/sign-up/email', signUp)
  const { signUpSecret } = signUpAnswer.parse(await made.json())
  const mail = await waitForMail(serverUrl, email, 'Confirm')
  const linkToken = new URL(mail.links[0] ?? '').searchParams.get('token')
  // As the button does on the page that the link opens.
  const response = await post(serverUrl, '/api/auth/verify-email', { token: linkToken, signUpSecret })
  const answer = signInAnswer.parse(await response.json())
  const token = response.headers.get('set-auth-token') ?? answer.token
  return { ...person, userId: answer.user.id, token }
}

/** Every page that this context opens from now on is signed in, without walking through the form. */
export async function signInContext(context: BrowserContext, account: Account): Promise<void> {
  const session: Stored<'session'> = {
    token: account.token,
    user: { id: account.userId, email: account.email, displayName: account.displayName },
    checkedAtMs: Date.now(),
  }
  const entry = { key: STORED.session.key, value: JSON.stringify(session), mark: 'e2e.signedIn' }
  await context.addInitScript(({ key, value, mark }) => {
    // A blank frame that a tool opens has no storage, and is no page of the site.
    if (window.origin === 'null') return
    // Once per tab: a page that signs out must stay signed out when it is loaded again.
    if (sessionStorage.getItem(mark) !== null) return
    sessionStorage.setItem(mark, 'done')
    localStorage.setItem(key, value)
  }, entry)
}

/** A new account, signed in on this page. */
export async function signedIn(page: Page, serverUrl: string): Promise<Account> {
  const account = await signUpAndConfirm(serverUrl)
  await signInContext(page.context(), account)
  return account
}

export async function post(serverUrl: string, path: string, body: unknown): Promise<Response> {
  const response = await fetch(`${serverUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: serverUrl },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
  return response
}
