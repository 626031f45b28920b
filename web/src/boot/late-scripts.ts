import { ALIVE_EVENT, startLate } from './start-late.ts'

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g
const MODULE = '<script type="module" async="">'

/**
 * A prerendered page can be read without scripts. So that scripts don't compete with fonts and pictures for bandwidth,
 * they are loaded after the first paint: React Router's module script stays in the page as plain text, and a small
 * script runs it later.
 * @param html a whole page as React Router renders it
 * @throws Error when React Router writes its scripts in an unexpected form
 */
export function withLateScripts(html: string): string {
  const addresses = [...html.matchAll(PRELOAD)].map(([, address]) => address)
  if (addresses.length === 0 || html.split(MODULE).length !== 2 || !html.includes('</body>')) {
    throw new Error('React Router no longer writes its scripts as before: see web/src/boot/late-scripts.ts')
  }
  const inPage = [addresses, ALIVE_EVENT].map((value) => JSON.stringify(value)).join()
  return html
    .replaceAll(PRELOAD, '')
    .replace(MODULE, '<script type="text/plain" id="late-module">')
    .replace('</body>', () => `<script>(${startLate.toString()})(${inPage})</script></body>`)
}
