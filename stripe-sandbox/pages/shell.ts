import { readFileSync } from 'node:fs'
import { escapeHtml, htmlPage } from '../../server/src/infra/http/html.ts'

export const SANDBOX_STYLES_PATH = '/sandbox/stripe/page.css'
export const SANDBOX_STYLES = readFileSync(new URL('./sandbox-pages.css', import.meta.url), 'utf8')

/** The arch of the house, as on its icon. */
const ARCH =
  '<svg class="arch" viewBox="0 0 24 28" aria-hidden="true"><path d="M2 28V12a10 10 0 0 1 20 0v16z"/><path class="inner" d="M7 28V13a5 5 0 0 1 10 0v15z"/></svg>'

/** Every page of the sandbox says that it is one, first of all. `main` is HTML. */
export function sandboxPage({ title, main, back }: { title: string; main: string; back?: string | undefined }): string {
  const way = back ? `<a class="back" href="${escapeHtml(back)}">Back</a>` : ''
  const body = `
<header><p class="banner"><strong>Sandbox:</strong> no real money moves. Use the test cards, never a real one.</p>
<div class="top">${way}<span class="brand">${ARCH}Voxhall payments</span></div></header>
<main>
${main}
</main>`
  return htmlPage({ title: `${title} · Voxhall sandbox`, body, stylesPath: SANDBOX_STYLES_PATH })
}

/** A page with one message and one way on. */
export function messagePage({
  title,
  text,
  link,
  refresh,
}: {
  title: string
  text: string
  link?: { href: string; label: string } | undefined
  /** Goes on by itself, where a redirect after a form may not leave the site. */
  refresh?: boolean
}): string {
  const onward = link ? `<p><a class="button" href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>` : ''
  const meta = refresh && link ? `<meta http-equiv="refresh" content="1;url=${escapeHtml(link.href)}">` : ''
  const main = `${meta}<section class="card message"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${onward}</section>`
  return sandboxPage({ title, main })
}

export function alertBox(text: string | undefined): string {
  return text ? `<p class="alert" role="alert">${escapeHtml(text)}</p>` : ''
}

export function statusBox(text: string | undefined): string {
  return text ? `<p class="done" role="status">${escapeHtml(text)}</p>` : ''
}
