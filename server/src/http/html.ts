const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes a text safe inside HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** A plain page of the server's own (mailbox, API description); `body` is HTML. */
export function htmlPage({ title, styles, body }: { title: string; styles: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${BASE_STYLES}${styles}</style>
</head>
<body>
${body}
</body>
</html>
`
}

const BASE_STYLES = `
:root { color-scheme: light dark; --ink: #1d1b18; --paper: #fbf8f2; --line: #d8d1c4; --soft: #6a645a; --accent: #b8321a; --code: #f1ebdf }
@media (prefers-color-scheme: dark) { :root { --ink: #f0ebe1; --paper: #191714; --line: #3d3830; --soft: #a8a092; --accent: #ff8a70; --code: #25221d } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem } h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem } h3 { font-size: 1rem; margin: 0 }
a { color: var(--accent) } code, pre { font-family: ui-monospace, monospace; font-size: .875rem }
`
