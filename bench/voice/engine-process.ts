import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { createVoiceEngine } from '../../server/src/voice/voice-engine.ts'

/**
 * Runs the voice engine in its own process, so that its memory and processor time can be measured alone. Admits any
 * token `ek_<assistant>`. Sends `{ type: 'ready', port }` over the process channel once, and answers `use` with `{
 * type: 'use', rssBytes, cpuMs }`.
 */
const engine = await createVoiceEngine({
  desk: {
    async admit(token) {
      const assistant = CATALOGUE_DEFINITIONS.find(({ id }) => token === `ek_${id}`)
      if (!assistant) throw new Error(`no such assistant: ${token}`)
      return {
        callId: 'bench',
        // A different caller for each call.
        caller: randomUUID(),
        account: 'bench',
        assistant,
        limitMs: null,
        recorder: {
          heartbeat: () => undefined,
          line: () => undefined,
          turn: () => undefined,
          ended: async () => undefined,
        },
      }
    },
  },
  isOriginAllowed: () => true,
  maxCalls: 100,
  checkRate: () => undefined,
  onFault: (_, where, error) => process.stderr.write(`${where}: ${String(error)}\n`),
})
const server = createServer()
server.on('upgrade', engine.realtime.handleUpgrade)
process.on('message', (message) => {
  if (message !== 'use') return
  const { user, system } = process.cpuUsage()
  process.send?.({ type: 'use', rssBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 })
})
process.on('disconnect', () => process.exit(0))

// The process channel keeps the process alive; the engine's idle workers do not.
await engine.warm(CATALOGUE_DEFINITIONS)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ type: 'ready', port: typeof address === 'object' ? address?.port : undefined })
})
