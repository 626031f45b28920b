import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { EMBED_SCRIPT_PATH } from '../../contract/src/embed.ts'
import { bundleScript } from './bundle-script.ts'
import { serveMade } from './made-files.ts'

const bundleEmbedScript = () => bundleScript({ entry: 'src/embed/embed.ts' })

/** Writes the embed script into a built site. */
export async function buildEmbedScript(clientDir: string): Promise<void> {
  writeFileSync(join(clientDir, EMBED_SCRIPT_PATH), await bundleEmbedScript())
}

/** In development, bundles the embed script anew for each request. */
export function embedScript(): Plugin {
  return {
    name: 'voxhall:embed-script',
    configureServer: (server) =>
      serveMade(server, [{ address: EMBED_SCRIPT_PATH, make: bundleEmbedScript }], {
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }),
  }
}
