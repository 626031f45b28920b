import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFileLock } from './file-lock.mjs'
import { repositoryRoot } from './repository-root.ts'
import { runCommand } from './run-command.ts'

/** The inputs of the web build. The server is not among them, since the web imports only its types. */
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
 * Builds the pages into `build/`, unless they are up to date. Two processes may call this at the same time.
 * @returns whether a build was run
 * @throws Error with the build's output
 */
export async function buildWeb(): Promise<boolean> {
  if (isBuilt()) return false
  return withFileLock(join(repositoryRoot, '.cache', 'build.lock'), async () => {
    if (isBuilt()) return false
    const startedAtMs = performance.now()
    process.stdout.write('Building the pages … ')
    // The stamp goes first, so that an interrupted build does not look finished. It holds the hash from before the
    // build, so that a file changed meanwhile leads to a new build.
    rmSync(stampPath, { force: true })
    const inputs = hashOfFiles(INPUTS)
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
  return isStamped(stampPath, hashOfFiles(INPUTS))
}

/** Whether the stamp of an earlier run has this hash of its inputs. */
export function isStamped(path: string, inputs: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === inputs
}

/** A hash of the Node.js version and of the files' names and contents; tests are left out. */
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
