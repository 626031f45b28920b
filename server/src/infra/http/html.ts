import { readFileSync } from 'node:fs'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Address of the style sheet of these pages. The content-security policy forbids inline styles. */
export const PAGE_STYLES_PATH = '/api/page.css'

/** A plain page made by the server itself (mailbox, API description); `body` is HTML. */
export function htmlPage({ title, body }: { title: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${PAGE_STYLES_PATH}">
</head>
<body>
${body}
</body>
</html>
`
}

export const PAGE_STYLES = readFileSync(new URL('./page.css', import.meta.url), 'utf8')
