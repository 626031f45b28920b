import type { Context } from 'hono'
import type { Database } from '../../server/src/infra/db/client.ts'
import type { AppEnv } from '../../server/src/infra/http/context.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { SandboxSettings, Work } from '../work.ts'
import { writing } from '../writing.ts'
import { messagePage } from './shell.ts'

export interface PageDeps {
  db: Database
  settings: SandboxSettings
  onWritten: () => void
}

type PageStatus = 200 | 400 | 402 | 404 | 410 | 422

export type Outcome = { html: string; status: PageStatus } | { location: string }

export const page = (html: string, status: PageStatus = 200): Outcome => ({ html, status })

/**
 * Sends the browser on. The site's policy lets a form lead nowhere else, so to other sites a page of our own goes on.
 */
export function goTo({ settings }: PageDeps, address: string, done = 'Your subscription has started.'): Outcome {
  const isOurs = address.startsWith('/') || URL.parse(address)?.origin === new URL(settings.publicUrl).origin
  if (isOurs) return { location: address }
  return page(
    messagePage({
      title: 'Thank you',
      text: `${done} You are being taken back.`,
      link: { href: address, label: 'Continue now' },
      refresh: true,
    }),
  )
}

/** Does a page's work in one transaction and answers with what came of it; an error takes all of it back. */
export async function writes(
  { db, settings, onWritten }: PageDeps,
  c: Context<AppEnv>,
  task: (work: Work) => Promise<Outcome>,
): Promise<Response> {
  const outcome = await writing(db, settings, null, task).catch((error: unknown) => {
    if (error instanceof StripeError) return errorPage(error)
    throw error
  })
  onWritten()
  c.header('Cache-Control', 'no-store')
  return 'location' in outcome ? c.redirect(outcome.location, 303) : c.html(outcome.html, outcome.status)
}

function errorPage(error: StripeError): Outcome {
  if (error.status === 404) {
    const text = 'That page does not exist in the sandbox. Go back to where you came from and try again.'
    return page(messagePage({ title: 'Not found', text }), 404)
  }
  return page(messagePage({ title: 'That did not work', text: `${error.message} Nothing was changed.` }), 400)
}
