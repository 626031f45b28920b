import { describe, expect, it } from 'vitest'
import { longestPause, MAX_PAUSE_MS } from '../../../infra/event-loop-testing.ts'
import { withActions } from '../../../voice/actions/action-brain.ts'
import type { TurnActions } from '../../../voice/actions/turn-actions.ts'
import { grammarOf } from '../../../voice/brain/assistant-grammar.ts'
import { createKnowledgeBrain } from '../../../voice/brain/knowledge-brain.ts'
import type { SpeechGrammar } from '../../../voice/ports.ts'
import { createGrammarRecogniser } from '../../../voice/stt/grammar-recogniser.ts'
import { createFliteSynthesiser } from '../../../voice/tts/flite-synthesiser.ts'
import { pronounceWith } from '../../../voice/tts/pronunciation.ts'
import { toDefinition } from './definition.ts'
import { hostileKnowledge, inventor, textOf } from './hostile-knowledge-testing.ts'

function hostile(letters: number) {
  const said = { name: 'X', voiceId: 'willow', firstMessage: 'Hello.', systemPrompt: '' } as const
  return toDefinition('own_x', { ...said, knowledge: hostileKnowledge(letters) })
}

/** Asks whether the brain knows the line, as the dialog about actions does, and lets it answer. */
const asking: Pick<TurnActions, 'reply'> = {
  async *reply({ text }, { knows, answer }) {
    knows(text)
    yield* answer()
  },
}

async function replyOf(words: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of words) text += piece
  return text
}

describe.each([1, 11])('knowledge of invented words of %i letters', (letters) => {
  it('is read and searched without delaying others, even in a call with long texts of unknown words', async () => {
    const word = inventor(7)
    const history = Array.from({ length: 200 }, () => ({ role: 'user' as const, content: textOf(word, 2_000) }))
    const brain = createKnowledgeBrain()
    const { promise: read, resolve } = Promise.withResolvers<ReturnType<typeof hostile>>()
    const reading = await longestPause(async () => {
      const assistant = hostile(letters)
      grammarOf(assistant)
      const turn = { assistant, history, text: textOf(word, 2_000), actions: asking as TurnActions }
      expect(await replyOf(withActions(brain).reply(turn, new AbortController().signal))).not.toBe('')
      resolve(assistant)
    })
    expect(reading.cpuMs).toBeLessThan(MAX_PAUSE_MS)
    const long = textOf(inventor(30), 2_000)
    const assistant = await read
    const searching = await longestPause(async () => brain.nearest(assistant, long))
    expect(searching.cpuMs).toBeLessThan(MAX_PAUSE_MS)
  })
})

it('grammars of hostile knowledge are compiled in a worker without delaying other callers', async () => {
  const voice = await createFliteSynthesiser({ workers: 1, cacheMb: 4 })
  const recogniser = createGrammarRecogniser({
    workers: 1,
    pronounce: (words, caller) => pronounceWith((parts) => voice.phonesOf(parts, caller), words),
    onDropped: () => undefined,
  })
  try {
    const honest: SpeechGrammar = { id: 'honest', patterns: ['tell me a joke'] }
    const order: string[] = []
    const hear = async (grammar: SpeechGrammar, caller: string): Promise<void> => {
      const stream = recogniser.open(grammar, { caller })
      stream.write(new Float32Array(320))
      await stream.finish()
      order.push(caller)
    }
    const attackers = [2, 6].map(hostile)
    const pause = await longestPause(async () => {
      const attacks = attackers.map((assistant, index) => hear(grammarOf(assistant), `attacker ${index}`))
      const served = Promise.all([attacks[0], hear(honest, 'honest')])
      await Promise.any([served, attacks[1]])
      // Closing the recogniser ends the second attack, whose grammar would take seconds to compile.
      void Promise.allSettled([served, ...attacks])
    })
    expect(order).toContain('honest')
    expect(order).not.toContain('attacker 1')
    expect(pause.cpuMs).toBeLessThan(MAX_PAUSE_MS)
  } finally {
    await Promise.all([voice.close(), recogniser.close()])
  }
})
