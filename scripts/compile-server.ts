import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { COMPILED_WITH } from '../server/src/infra/compile-cache.ts'
import { hashOfFiles, isStamped } from './build-web.ts'
import { repositoryRoot } from './repository-root.ts'
import { runCommand } from './run-command.ts'

/** The folder of Node.js's compile cache under `npm start` (NODE_COMPILE_CACHE in package.json). */
export const COMPILED_SERVER = join(repositoryRoot, '.cache', 'compiled')
const STAMP = join(COMPILED_SERVER, '.inputs')
const INPUTS = ['server/src/**', 'contract/src/**', 'portrait/src/**', 'stripe-sandbox/**', 'package-lock.json']
/** The entry modules of the server process, of its worker threads and child processes, and those that they load when needed. */
const ENTRIES = [
  'server/src/server.ts',
  'server/src/voice/stt/recogniser-worker.ts',
  'server/src/voice/tts/flite-worker.ts',
  'server/src/infra/media/media-process.ts',
  'server/src/features/actions/busy-times-process.ts',
  'server/src/features/knowledge/reading/reader-process.ts',
  'server/src/features/knowledge/reading/read-docx.ts',
  'server/src/features/knowledge/reading/read-pdf.ts',
]

/** The imported module starts the server when it runs. Importing it after a module that throws only compiles it. */
const MAIN = `import 'data:text/javascript,throw 0'; import '${pathToFileURL(join(repositoryRoot, 'server/src/main.ts')).href}'`

/**
 * Fills the compile cache with the server's code. A process or thread that finds all of its code there never loads the
 * TypeScript compiler of Node.js, which would keep some 10 MB in each of them. The cache is optional.
 */
export async function compileServer(): Promise<void> {
  const inputs = hashOfFiles(INPUTS)
  if (isStamped(STAMP, inputs)) return
  const modules = [
    ...ENTRIES.map((path) => join(repositoryRoot, path)),
    `data:text/javascript,${encodeURIComponent(MAIN)}`,
  ]
  const imports = modules.map((module) => `import(${JSON.stringify(module)})`)
  await runCommand({
    command: process.execPath,
    // The modules of worker threads throw outside of a thread; by then they are compiled, so their errors are ignored.
    args: [
      ...COMPILED_WITH,
      '--input-type=module',
      '--eval',
      `await Promise.allSettled([${imports.join(', ')}]); process.exit()`,
    ],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED_SERVER },
  })
  mkdirSync(COMPILED_SERVER, { recursive: true })
  writeFileSync(STAMP, inputs)
}
