import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { RunningServer } from '../../e2e/support/server.ts'

export interface Memory {
  /** The resident memory of the whole process, including its threads. */
  rssBytes: number
  heapUsedBytes: number
  externalBytes: number
}

const DEBUGGER = /Debugger listening on (ws:\S+)/
/** The server's threads collect their garbage after being idle for one second. */
const IDLE_MS = 3_000
const SETTLED = 0.005
const MOST_TRIES = 20

const usageSchema = z.object({
  result: z.object({ value: z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() }) }),
})

/** The memory of the server, read once garbage is collected and the process has stopped releasing memory. */
export async function memoryOf(server: RunningServer): Promise<Memory> {
  const debug = await attach(server)
  let memory = await read(debug)
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await delay(IDLE_MS)
    const before = memory
    memory = await read(debug)
    if (Math.abs(memory.rssBytes - before.rssBytes) <= before.rssBytes * SETTLED) break
  }
  debug.close()
  return memory
}

type Debug = Awaited<ReturnType<typeof attach>>

async function read(debug: Debug): Promise<Memory> {
  await debug.ask('HeapProfiler.collectGarbage')
  const answer = await debug.ask('Runtime.evaluate', { expression: 'process.memoryUsage()', returnByValue: true })
  const { rss, heapUsed, external } = usageSchema.parse(answer).result.value
  return { rssBytes: rss, heapUsedBytes: heapUsed, externalBytes: external }
}

async function attach(server: RunningServer) {
  const socket = new WebSocket(await debuggerOf(server))
  await once(socket, 'open')
  let asked = 0
  return {
    /** Sends a command of the Chrome DevTools Protocol. */
    async ask(method: string, params: object = {}): Promise<unknown> {
      const id = (asked += 1)
      socket.send(JSON.stringify({ id, method, params }))
      for (;;) {
        const [data] = await once(socket, 'message')
        const answer = JSON.parse(String(data)) as { id?: number; result?: unknown }
        if (answer.id === id) return answer.result
      }
    },
    close: () => socket.close(),
  }
}

async function debuggerOf(server: RunningServer): Promise<string> {
  if (server.pid === undefined) throw new Error('the server has no process')
  process.kill(server.pid, 'SIGUSR1')
  for (;;) {
    const url = DEBUGGER.exec(server.output())?.[1]
    if (url !== undefined) return url
    await delay(50)
  }
}
