import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { EMBED_SCRIPT_PATH } from '../../contract/src/embed.ts'

/** The script for other sites: one file that needs nothing beside itself, and runs as a module or as none. */
async function bundleEmbedScript(): Promise<string> {
  const result = await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('../src/embed/embed.ts', import.meta.url)),
        output: { format: 'iife', entryFileNames: 'embed.js' },
      },
    },
  })
  const outputs = Array.isArray(result)
    ? result.flatMap(({ output }) => output)
    : 'output' in result
      ? result.output
      : []
  const script = outputs.find((output) => output.type === 'chunk' && output.isEntry)
  if (script?.type !== 'chunk') throw new Error('the script for other sites could not be bundled')
  return script.code
}

/** Writes it beside a built site. */
export async function buildEmbedScript(clientDir: string): Promise<void> {
  writeFileSync(join(clientDir, EMBED_SCRIPT_PATH), await bundleEmbedScript())
}

/** In development it is bundled anew for each page that asks. */
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
