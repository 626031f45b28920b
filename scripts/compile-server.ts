import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfFiles } from './build-web.ts'
import { repositoryRoot } from './repository-root.ts'
import { runCommand } from './run-command.ts'

/** Where `npm start` lets Node.js keep compiled code (NODE_COMPILE_CACHE in package.json). */
const CACHE = join(repositoryRoot, '.cache', 'compiled')
const STAMP = join(CACHE, '.inputs')
const INPUTS = ['server/src/**', 'contract/src/**', 'portrait/src/**', 'stripe-sandbox/**', 'package-lock.json']
/** What the process and its threads begin with. */
const ENTRIES = [
  'server/src/server.ts',
  'server/src/voice/stt/recogniser-worker.ts',
  'server/src/voice/tts/flite-worker.ts',
  'server/src/infra/media/media-process.ts',
]

/**
 * Compiles the server's code ahead. A process or thread that finds all of it in the cache never loads Node's compiler of
 * TypeScript, which would keep some 10 MB in each of them. The server also runs without the cache.
 */
export async function compileServer(): Promise<void> {
  const inputs = hashOfFiles(INPUTS)
  if (stamped() === inputs) return
  const imports = ENTRIES.map((path) => `import(${JSON.stringify(join(repositoryRoot, path))})`)
  await runCommand({
    command: process.execPath,
    // Threads' modules refuse to run outside of a thread, and by then they are compiled.
    args: ['--input-type=module', '--eval', `await Promise.allSettled([${imports.join(', ')}]); process.exit()`],
    env: { ...process.env, NODE_COMPILE_CACHE: CACHE },
  })
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(STAMP, inputs)
}

function stamped(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return undefined
  }
}
