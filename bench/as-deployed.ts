import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'
import { compileServer } from '../scripts/compile-server.ts'
import { repositoryRoot } from '../scripts/repository-root.ts'

const packageSchema = z.object({ scripts: z.object({ start: z.string() }) })
const SERVER = 'server/src/main.ts'

/**
 * The command that runs a program as `npm start` runs the server, with its variables and Node.js's flags, on code compiled
 * ahead.
 */
export async function asDeployed(
  program = SERVER,
): Promise<{ command: readonly [string, ...string[]]; env: { PATH: string } }> {
  const { start } = packageSchema.parse(JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))).scripts
  if (!start.endsWith(SERVER)) throw new Error(`The start script does not end with ${SERVER}: ${start}`)
  await compileServer()
  return {
    command: ['sh', '-c', start.slice(0, -SERVER.length) + program],
    env: { PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` },
  }
}
