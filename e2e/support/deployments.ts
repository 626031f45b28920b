import { cpSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { freePort } from '../../scripts/free-port.ts'
import { repositoryRoot } from '../../scripts/repository-root.ts'
import type { AppEnv } from '../../server/src/infra/http/context.ts'
import { securityHeaders } from '../../server/src/infra/http/security-headers.ts'
import { loadWebPages } from '../../server/src/infra/http/static-files.ts'
import { buildServiceWorker } from '../../web/vite/build-service-worker.ts'

const BUILT_SITE = join(repositoryRoot, 'build/client')

export type Site = {
  url: string
  /** Puts another version of the site in the place of the one that is served: the old one's own scripts are gone then. */
  deploy(version: string): Promise<void>
  /** Answers nothing any more, as a machine that is switched off. */
  stop(): Promise<void>
}

/**
 * The built site at an address of its own, with the server's own rules for pages and headers, where a new version can be
 * put online while pages are open. The API is that of the real server.
 */
export async function serveSite(apiUrl: string): Promise<Site> {
  const url = `http://localhost:${await freePort()}`
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-site-'))
  let app = siteOf(BUILT_SITE, url, apiUrl)
  const listener = getRequestListener((request) => app.fetch(request))
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), 'localhost', resolve))
  return {
    url,
    async deploy(version) {
      const clientDir = join(folder, version)
      await makeVersion(clientDir, version)
      app = siteOf(clientDir, url, apiUrl)
    },
    async stop() {
      rmSync(folder, { recursive: true, force: true })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function siteOf(clientDir: string, publicUrl: string, apiUrl: string): Hono<AppEnv> {
  const pages = loadWebPages(clientDir, publicUrl)
  if (!pages) throw new Error(`There is no built site in ${clientDir}`)
  const app = new Hono<AppEnv>()
  app.use(
    securityHeaders({ publicUrl, scriptHashes: pages.scriptHashes, development: false, embeddedOn: async () => [] }),
  )
  app.all('/api/*', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const headers = new Headers(c.req.raw.headers)
    headers.set('origin', apiUrl)
    headers.delete('host')
    headers.set('accept-encoding', 'identity')
    const body = await bodyOf(c.req.raw)
    const answer = await fetch(apiUrl + pathname + search, { method: c.req.method, headers, body })
    // Headers of a fetched answer cannot be added to.
    return new Response(answer.body, answer)
  })
  app.use(pages.handler)
  return app
}

async function bodyOf(request: Request): Promise<ArrayBuffer | undefined> {
  return request.method === 'GET' || request.method === 'HEAD' ? undefined : request.arrayBuffer()
}

/**
 * A copy of the built site that says which version it is (`data-version` at the root element). The list of scripts and one
 * script that is loaded on demand have other names in it, as after a change of the sources.
 */
async function makeVersion(clientDir: string, version: string): Promise<void> {
  cpSync(BUILT_SITE, clientDir, { recursive: true })
  const renamed = ['manifest', 'catalogue-dialog'].map((name) => {
    const [file] = globSync(`assets/${name}-*.js`, { cwd: clientDir })
    const oldName = file?.slice('assets/'.length)
    if (oldName === undefined) throw new Error(`The built site has no script ${name}`)
    const newName = `${name}-${version}.js`
    renameSync(join(clientDir, 'assets', oldName), join(clientDir, 'assets', newName))
    return { oldName, newName }
  })
  for (const path of globSync('**/*.{html,js}', { cwd: clientDir })) {
    const text = readFileSync(join(clientDir, path), 'utf8')
    let changed = path.endsWith('.html') ? text.replace('<html ', `<html data-version="${version}" `) : text
    for (const { oldName, newName } of renamed) changed = changed.replaceAll(oldName, newName)
    if (changed !== text) writeFileSync(join(clientDir, path), changed)
  }
  await buildServiceWorker(clientDir)
}
