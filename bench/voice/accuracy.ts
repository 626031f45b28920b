import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { grammarOf } from '../../server/src/voice/brain/assistant-grammar.ts'
import { createKnowledgeIndex } from '../../server/src/voice/brain/knowledge-index.ts'
import { createEars } from '../../server/src/voice/call/ears.ts'
import { createCallSpending } from '../../server/src/voice/spending.ts'
import { createGrammarRecogniser } from '../../server/src/voice/stt/grammar-recogniser.ts'
import { phonesOf } from '../../server/src/voice/tts/pronunciation.ts'
import type { Recogniser } from '../../server/src/voice/ports.ts'
import type { Clip } from './clips.ts'

export interface Accuracy {
  inGrammar: number
  right: number
  outOfGrammar: number
  fooled: number
  misses: string[]
}

const SILENCE = new Float32Array(SAMPLE_RATE_HZ)

/** Every clip goes through the ears of a call (endpointing and recognition); out-of-grammar ones to every assistant. */
export async function measureAccuracy(clips: readonly Clip[]): Promise<Accuracy> {
  const recogniser = createGrammarRecogniser({ workers: 2, pronounce: phonesOf })
  const accuracy: Accuracy = { inGrammar: 0, right: 0, outOfGrammar: 0, fooled: 0, misses: [] }
  try {
    for (const assistant of CATALOGUE_DEFINITIONS) {
      const index = createKnowledgeIndex(assistant)
      for (const clip of clips) {
        if (clip.entryId !== null && clip.assistantId !== assistant.id) continue
        const text = await hear(recogniser, assistant, clip)
        const entry = index.exact(text)?.id
        if (clip.entryId === null) {
          accuracy.outOfGrammar += 1
          if (text === '') continue
          accuracy.fooled += 1
        } else {
          accuracy.inGrammar += 1
          if (entry === clip.entryId) {
            accuracy.right += 1
            continue
          }
        }
        accuracy.misses.push(`${assistant.id}: ${clip.file} was heard as ${JSON.stringify(text)}`)
      }
    }
  } finally {
    await recogniser.close()
  }
  return accuracy
}

/** The words of everything that was said in the clip. */
async function hear(recogniser: Recogniser, assistant: Parameters<typeof grammarOf>[0], clip: Clip): Promise<string> {
  const heard: Promise<string>[] = []
  const ears = createEars({
    spending: createCallSpending({ fixedMicros: Infinity }),
    recogniser,
    grammar: grammarOf(assistant),
    onSpeechStarted: () => ears.open('clip'),
    onWordlessSound: () => undefined,
    onSpeechStopped: () => {
      heard.push(ears.finish('clip').then(({ text, understood }) => (understood ? text : '')))
    },
  })
  ears.append(SILENCE)
  ears.append(clip.samples)
  ears.append(SILENCE)
  ears.endNow()
  ears.close()
  return (await Promise.all(heard)).filter((text) => text !== '').join(' ')
}
