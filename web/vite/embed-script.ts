import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { EMBED_SCRIPT_PATH } from '../../contract/src/embed.ts'
import { bundleScript } from './bundle-script.ts'

const bundleEmbedScript = () => bundleScript({ entry: 'src/embed/embed.ts' })

/** Writes the embed script into a built site. */
export async function buildEmbedScript(clientDir: string): Promise<void> {
  writeFileSync(join(clientDir, EMBED_SCRIPT_PATH), await bundleEmbedScript())
}

/** In development, bundles the embed script anew for each request. */
export function embedScript(): Plugin {
  return {
    name: 'voxhall:embed-script',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== EMBED_SCRIPT_PATH) {
          next()
          return
        }
        bundleEmbedScript().then((code) => {
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
          response.setHeader('Cache-Control', 'no-store')
          response.setHeader('Access-Control-Allow-Origin', '*')
          response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
          response.end(code)
        }, next)
      })
    },
  }
}
