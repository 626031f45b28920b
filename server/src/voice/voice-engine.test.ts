import { expect, it } from 'vitest'
import { emergencyLinesOf } from '#contract/emergency-lines.ts'
import { createCircuit } from './fallback/circuit.ts'
import { startRealtime } from './testing/realtime-harness.ts'
import { createVoiceEngine, type VoiceEngine } from './voice-engine.ts'
import type { VoiceVendors } from './voice-parts.ts'

/** A language model that has one answer to everything. */
const MODEL: NonNullable<VoiceVendors['brain']> = {
  sentenceMs: 5_000,
  create: () => ({
    name: 'openai',
    part: {
      async *reply() {
        yield 'Let me think about bread.'
      },
    },
    circuit: createCircuit({ restMs: () => 1_000, describe: String }),
    isWorthAnotherTry: () => false,
  }),
}

it.each([
  ['the built-in brain', undefined, 'Four dollars', /fist above the belly button/],
  ['a language model', MODEL, 'Let me think about bread.', /bread/],
])(
  '%s answers questions, and an emergency is answered before it is asked, with the local number',
  async (_, brain, answer, next) => {
    let engine: VoiceEngine | undefined
    const realtime = await startRealtime({
      async serve({ parts: { onFault }, ...options }) {
        const emergencyLines = emergencyLinesOf('GB')
        engine = await createVoiceEngine({ ...options, onFault, emergencyLines, vendors: { brain } })
        return engine.realtime
      },
    })
    try {
      const client = realtime.connect('ek_good')
      await client.next('session.created')
      client.send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } })
      const ask = async (text: string) => {
        const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
        client.send({ type: 'conversation.item.create', item })
        client.send({ type: 'response.create' })
        const said = await client.next('response.output_text.done')
        await client.next('response.done')
        return said['text']
      }
      expect(await ask('What does a loaf cost?')).toBe(answer)
      expect(await ask('Help, she is choking!')).toMatch(/^Call 999 now/)
      // A model gives the further steps itself, since the emergency is in its history.
      expect(await ask('What do I do now?')).toMatch(next)
      client.socket.close()
      await expect.poll(() => realtime.records.get('ek_good')?.ended).toBe('person-ended')
      expect(realtime.faults).toEqual([])
    } finally {
      await realtime.close()
      await engine?.close()
    }
  },
)
