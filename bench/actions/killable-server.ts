import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import type { BusinessName } from './business.ts'

const readySchema = z.object({ port: z.number(), assistantId: z.string() })

/**
 * Starts the server of server-process.ts, which can be killed (-9) and replaced while callers talk to it.
 * @param url the address of a PostgreSQL; undefined for the embedded database in the data folder
 */
export function startKillableServer(dataDir: string, business: BusinessName, url: string | undefined) {
  let server!: ChildProcess
  let up!: Promise<z.infer<typeof readySchema>>

  function start(assistantId: string): void {
    const args = [dataDir, business, assistantId, ...(url === undefined ? [] : [url])]
    server = fork(new URL('./server-process.ts', import.meta.url), args, { stdio: 'inherit' })
    up = once(server, 'message').then(([ready]) => readySchema.parse(ready))
  }

  start('new')
  return {
    /** The server that runs now, or the next one once it listens. */
    up: () => up,
    /** @param isReplaced whether the next server starts at once; `up` waits for it from the kill on */
    async kill(isReplaced: boolean): Promise<void> {
      const { assistantId } = await up
      const gone = once(server, 'exit')
      server.kill('SIGKILL')
      if (isReplaced) start(assistantId)
      await gone
    },
  }
}
