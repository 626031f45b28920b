import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFileLock } from './file-lock.mjs'
import { repositoryRoot } from './repository-root.ts'
import { runCommand } from './run-command.ts'

/** All that the pages are made from. The server is not among it: the web takes only its types. */
const INPUTS = [
  'contract/src/**',
  'portrait/**',
  'web/**',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
]
const stampPath = join(repositoryRoot, 'build', '.inputs')

/**
 * Makes `build/` what the sources say, and does nothing where it is already. Two processes may ask at once.
 * @returns whether it was built now
 * @throws Error with the build's output
 */
export async function buildWeb(): Promise<boolean> {
  if (isBuilt()) return false
  return withFileLock(join(repositoryRoot, '.cache', 'build.lock'), async () => {
    if (isBuilt()) return false
    const startedAtMs = performance.now()
    process.stdout.write('Building the pages … ')
    // A build that is killed in the middle must not look finished. What changes meanwhile is built the next time.
    rmSync(stampPath, { force: true })
    const inputs = hashOfInputs()
    const { exitCode, output } = await runCommand({
      command: process.execPath,
      args: [join(repositoryRoot, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (exitCode !== 0) {
      console.log('failed')
      throw new Error(`The pages could not be built.\n${output}`)
    }
    mkdirSync(join(repositoryRoot, 'build'), { recursive: true })
    writeFileSync(stampPath, inputs)
    console.log(`${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`)
    return true
  })
}

function isBuilt(): boolean {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hashOfInputs()
}

function hashOfInputs(): string {
  return hashOfFiles(INPUTS)
}

/** Of the files' names and contents, and the Node.js that reads them; tests are left out. */
export function hashOfFiles(patterns: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  const files = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: repositoryRoot, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  for (const file of files)
    hash.update(file.slice(repositoryRoot.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
