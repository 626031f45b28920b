import { cpSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { repositoryRoot } from '../../scripts/repository-root.ts'
import type { AppEnv } from '../../server/src/infra/http/context.ts'
import { securityHeaders } from '../../server/src/infra/http/security-headers.ts'
import { loadWebPages } from '../../server/src/infra/http/static-files.ts'
import { buildServiceWorker } from '../../web/vite/build-service-worker.ts'
import { serve } from './serve.ts'

const BUILT_SITE = join(repositoryRoot, 'build/client')

export type Site = {
  url: string
  /** Replaces the served version of the site by another; the scripts of the old version are then gone. */
  deploy(version: string): Promise<void>
  /** Stops answering, as a machine that is switched off. */
  stop(): Promise<void>
}

/**
 * Serves the built site on a port of its own, with the real server's rules for pages and headers. New versions can be
 * deployed while pages are open. API requests are passed on to the real server.
 */
export async function serveSite(apiUrl: string): Promise<Site> {
  const listener = getRequestListener((request) => app.fetch(request))
  const { url, stop } = await serve((request, response) => void listener(request, response), 'localhost')
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-site-'))
  let app = siteOf(BUILT_SITE, url, apiUrl)
  return {
    url,
    async deploy(version) {
      const clientDir = join(folder, version)
      await makeVersion(clientDir, version)
      app = siteOf(clientDir, url, apiUrl)
    },
    async stop() {
      rmSync(folder, { recursive: true, force: true })
      await stop()
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
    // A new response is needed, since the headers of a fetched one are immutable.
    return new Response(answer.body, answer)
  })
  app.use(pages.handler)
  return app
}

async function bodyOf(request: Request): Promise<ArrayBuffer | undefined> {
  return request.method === 'GET' || request.method === 'HEAD' ? undefined : request.arrayBuffer()
}

/**
 * Copies the built site and marks the copy with its version (`data-version` on the root element). The manifest and one
 * script that is loaded on demand are renamed, as after a change of the sources.
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
