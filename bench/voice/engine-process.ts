import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { createVoiceEngine } from '../../server/src/voice/voice-engine.ts'

/**
 * The voice engine in a process of its own, so that its memory and time are its own. Any token `ek_<assistant>` is let
 * in. Over the process channel: `{ type: 'ready', port }` once, and `{ type: 'use', rssBytes, cpuMs }`
 * when asked `use`.
 */
const engine = await createVoiceEngine({
  desk: {
    async admit(token) {
      const assistant = CATALOGUE_DEFINITIONS.find(({ id }) => token === `ek_${id}`)
      if (!assistant) throw new Error(`no such assistant: ${token}`)
      return {
        callId: 'bench',
        // As many people as calls.
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

// The channel above keeps the process alive: the engine's idle workers don't.
await engine.warm(CATALOGUE_DEFINITIONS)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ type: 'ready', port: typeof address === 'object' ? address?.port : undefined })
})
