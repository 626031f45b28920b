import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(?:js|css|svg|json|wasm)$/
const MIN_BYTES = 512

/**
 * Compresses the built files at brotli's highest level, which would take too long on each request. The results are
 * stored outside the site (`build/brotli`) under the hash of their content, so that none can be served for another
 * file. The server (`static-files.ts`) looks there first, and compresses other files itself.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'voxhall:compressed-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }, bundle) {
        if (this.environment.name !== 'client' || dir === undefined) return
        const folder = join(dir, '..', 'brotli')
        rmSync(folder, { recursive: true, force: true })
        mkdirSync(folder, { recursive: true })
        const contents = Object.values(bundle)
          .filter(({ fileName }) => COMPRESSIBLE.test(fileName))
          .map((output) => Buffer.from(output.type === 'chunk' ? output.code : output.source))
          .filter(({ byteLength }) => byteLength > MIN_BYTES)
        await Promise.all(
          contents.map(async (content) => {
            const compressed = await promisify(brotliCompress)(content, {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
                [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
              },
            })
            writeFileSync(join(folder, `${createHash('sha256').update(content).digest('hex')}.br`), compressed)
          }),
        )
      },
    },
  }
}
