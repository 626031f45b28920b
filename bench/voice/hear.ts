import { createEars } from '../../server/src/voice/call/ears.ts'
import type { Recogniser, SpeechGrammar } from '../../server/src/voice/ports.ts'
import { createCallSpending } from '../../server/src/voice/spending.ts'

/**
 * What a call's ears (endpointing and recognition) make of a recording at 24 kHz: one text for each utterance they find,
 * empty where nothing was understood.
 */
export async function hear(recogniser: Recogniser, grammar: SpeechGrammar, samples: Float32Array): Promise<string[]> {
  const texts: Promise<string>[] = []
  const ears = createEars({
    spending: createCallSpending({ fixedMicros: Infinity }),
    recogniser,
    grammar: () => grammar,
    onSpeechStarted: () => ears.open('clip'),
    onWordlessSound: () => undefined,
    onSpeechStopped: () => {
      texts.push(ears.finish('clip').then(({ text, understood }) => (understood ? text : '')))
    },
  })
  ears.append(samples)
  ears.endNow()
  ears.close()
  return Promise.all(texts)
}
