import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { FALLBACK_PAGE } from '#contract/screens.ts'
import type { KeptList } from '../worker/kept-list.ts'
import { bundleScript } from './bundle-script.ts'
import { serveMade } from './made-files.ts'

/**
 * Files that are never cached: link-preview pictures and texts for robots, files that are read only on installation,
 * and the team's screen, which few people open and which is useless without the server.
 */
const NOT_KEPT = [
  // Needed only for calls through Vapi, which need a connection.
  /^\/assets\/vapi-sdk-/,
  // Needed only once, in the form of an own assistant.
  /^\/face-finder\//,
  /^\/share\//,
  /^\/portraits\/.*\.png$/,
  /^\/icons\//,
  /^\/screenshots\//,
  /\.(ico|txt|xml|map)$/,
  /^\/assets\/crm-[\w-]+\.js$/,
]
const WORKER_ADDRESS = '/sw.js'
const PAGE_MARK = /\/assets\/manifest-[\w-]+\.js/

/**
 * Writes `sw.js` into a built site. Must run after prerendering, since it lists the pages. The script's text changes
 * exactly when its own code or a listed file changes, by which browsers detect a new version.
 * @param clientDir the built site
 * @throws Error when the site is incomplete
 */
export async function buildServiceWorker(clientDir: string): Promise<void> {
  const define = { KEPT_LIST: JSON.stringify(listKeptFiles(clientDir)) }
  const worker = await bundleScript({ entry: 'worker/service-worker.ts', define })
  writeFileSync(join(clientDir, WORKER_ADDRESS), worker)
}

function listKeptFiles(clientDir: string): KeptList {
  const contents = new Map(
    globSync('**', { cwd: clientDir, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path): [string, Buffer] => [path.slice(clientDir.length).split(sep).join('/'), readFileSync(path)])
      .filter(([address]) => address !== WORKER_ADDRESS && !NOT_KEPT.some((pattern) => pattern.test(address)))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  const all = [...contents.keys()]
  const html = all.filter((address) => address.endsWith('.html'))
  const marks = new Set(html.map((address) => PAGE_MARK.exec(String(contents.get(address)))?.[0]))
  const [pageMark] = marks
  if (marks.size !== 1 || pageMark === undefined) throw new Error('the pages do not all name the same list of scripts')
  if (!html.includes(FALLBACK_PAGE)) throw new Error(`${FALLBACK_PAGE} is missing`)

  const isAsset = (address: string) => address.startsWith('/assets/')
  const fingerprint = createHash('sha256')
  for (const [address, content] of contents) fingerprint.update(`${address}\0${hashOf(content)}\n`)
  return {
    build: fingerprint.digest('hex').slice(0, 16),
    pageMark,
    pages: html.map((address) => address.replace(/\/index\.html$/, '') || '/'),
    assets: all.filter(isAsset),
    files: Object.fromEntries(
      [...contents]
        .filter(([address]) => !isAsset(address) && !html.includes(address))
        .map(([address, content]) => [address, `sha256-${hashOf(content)}`]),
    ),
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64')
}

/**
 * In development there is no service worker. One left by a production build at the same address would keep showing its
 * old pages, so it is replaced by a service worker that unregisters itself.
 */
export function retiredServiceWorker(): Plugin {
  return {
    name: 'voxhall:retired-service-worker',
    configureServer: (server) =>
      serveMade(server, [
        {
          address: WORKER_ADDRESS,
          make: () => readFile(new URL('../worker/retired-service-worker.js', import.meta.url)),
        },
      ]),
  }
}
