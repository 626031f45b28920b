import { readFileSync } from 'node:fs'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { Database, Settings } from '../settings.ts'
import { inTransaction, type Store } from '../store.ts'
import { StripeError } from '../wire.ts'

/** Safe HTML: `hono/html` escapes the values in its templates. */
export type Html = ReturnType<typeof html>

export const STYLES_PATH = '/sandbox/stripe/page.css'
export const STYLES = readFileSync(new URL('./sandbox-pages.css', import.meta.url), 'utf8')

const ARCH = raw(
  '<svg class="arch" viewBox="0 0 24 28" aria-hidden="true"><path d="M2 28V12a10 10 0 0 1 20 0v16z"/><path class="inner" d="M7 28V13a5 5 0 0 1 10 0v15z"/></svg>',
)

/** The frame of all pages, each of which says first that it is a sandbox. */
export function sandboxPage({ title, main, back }: { title: string; main: Html; back?: string | null }): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Voxhall sandbox</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="${STYLES_PATH}" />
      </head>
      <body>
        <header>
          <p class="banner"><strong>Sandbox:</strong> no real money moves. Use the test cards, never a real one.</p>
          <div class="top">
            ${back ? html`<a class="back" href="${back}">Back</a>` : ''}<span class="brand"
              >${ARCH}Voxhall payments</span
            >
          </div>
        </header>
        <main>${main}</main>
      </body>
    </html> `
}

interface Message {
  title: string
  text: string
  link?: { href: string; label: string } | undefined
  /** True makes the page forward by itself, for cases in which a form's redirect may not leave the site. */
  refresh?: boolean
}

export function messagePage({ title, text, link, refresh }: Message): Html {
  const onward = link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`
  const meta = refresh && link ? html`<meta http-equiv="refresh" content="1;url=${link.href}" />` : ''
  const main = html`${meta}
    <section class="card message">
      <h1>${title}</h1>
      <p>${text}</p>
      ${onward}
    </section>`
  return sandboxPage({ title, main })
}

export function alertBox(text: string | undefined): Html | '' {
  return text ? html`<p class="alert" role="alert">${text}</p>` : ''
}

export function statusBox(text: string | undefined): Html | '' {
  return text ? html`<p class="done" role="status">${text}</p>` : ''
}

export interface PageDeps {
  db: Database
  settings: Settings
  onWritten: () => void
}

type PageStatus = 200 | 400 | 402 | 404 | 410 | 422

export type Outcome = { page: Html; status: PageStatus } | { location: string }

export const show = (page: Html, status: PageStatus = 200): Outcome => ({ page, status })

/**
 * Sends the browser to an address. The site's security policy forbids forms to redirect to another site, so in that case
 * a page in between forwards.
 */
export function goTo({ settings }: Pick<Store, 'settings'>, address: string): Outcome {
  const isOurs = address.startsWith('/') || URL.parse(address)?.origin === new URL(settings.publicUrl).origin
  if (isOurs) return { location: address }
  const text = 'Your subscription has started. You are being taken back.'
  const link = { href: address, label: 'Continue now' }
  return show(messagePage({ title: 'Thank you', text, link, refresh: true }))
}

/** Does a page's work in one transaction and responds with its outcome; an error rolls everything back. */
export async function answer(
  { db, settings, onWritten }: PageDeps,
  c: Context,
  task: (store: Store) => Promise<Outcome>,
): Promise<Response> {
  const outcome = await inTransaction(db, settings, task).catch((error: unknown) => {
    if (error instanceof StripeError) return errorPage(error)
    throw error
  })
  onWritten()
  c.header('Cache-Control', 'no-store')
  return 'location' in outcome ? c.redirect(outcome.location, 303) : c.html(outcome.page, outcome.status)
}

export function notFoundPage(): Html {
  const text = 'That page does not exist in the sandbox. Go back to where you came from and try again.'
  return messagePage({ title: 'Not found', text })
}

function errorPage({ status, message }: StripeError): Outcome {
  if (status === 404) return show(notFoundPage(), 404)
  return show(messagePage({ title: 'That did not work', text: `${message} Nothing was changed.` }), 400)
}

/** A table that scrolls sideways on narrow screens. @param amount the heading of the last column, which holds amounts */
export function scrollTable(headings: readonly string[], amount: string | undefined, rows: readonly Html[]): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th>${heading}</th>`)}
          ${amount ? html`<th class="amount">${amount}</th>` : ''}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}
