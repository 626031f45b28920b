import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { actionSettingsSchema } from '#contract/actions.ts'
import { toolsOf } from '../../server/src/features/actions/action-tools.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { toDefinition } from '../../server/src/features/assistants/own/definition.ts'
import { createDialogGrammar, momentOf } from '../../server/src/voice/actions/dialog-grammar.ts'
import { IDLE } from '../../server/src/voice/actions/dialog-state.ts'
import { grammarOf } from '../../server/src/voice/brain/assistant-grammar.ts'
import { isRough, senseOf } from '../../server/src/voice/brain/rough-words.ts'
import { knowledgeIndexAtOnce } from '../../server/src/voice/brain/knowledge-index.ts'
import { createGrammarRecogniser } from '../../server/src/voice/stt/grammar-recogniser.ts'
import { phonesOf } from '../../server/src/voice/tts/pronunciation.ts'
import { BUSINESSES } from '../actions/business.ts'
import type { Clip } from './clips.ts'
import { hear } from './hear.ts'

export interface Accuracy {
  inGrammar: number
  right: number
  outOfGrammar: number
  /** Out-of-grammar clips that were answered as if understood. */
  fooled: number
  askedBack: number
  misses: string[]
}

/** Adds a second of silence before and after the clip. */
function withSilence(samples: Float32Array): Float32Array {
  const sound = new Float32Array(samples.length + 2 * SAMPLE_RATE_HZ)
  sound.set(samples, SAMPLE_RATE_HZ)
  return sound
}

/** The catalogue, and a business whose assistant books appointments and takes messages. */
function assistantsHeard() {
  const { content, settings } = BUSINESSES.physiotherapist
  const business = toDefinition('business', content)
  const tools = toolsOf(actionSettingsSchema.parse(settings))
  return [
    ...CATALOGUE_DEFINITIONS.map((assistant) => ({ assistant, grammar: grammarOf(assistant) })),
    { assistant: business, grammar: createDialogGrammar(grammarOf(business), tools)(momentOf(IDLE)) },
  ]
}

/** Plays every clip to the hearing of a call (endpointing and recognition); out-of-grammar clips to every assistant. */
export async function measureAccuracy(clips: readonly Clip[]): Promise<Accuracy> {
  const recogniser = createGrammarRecogniser({ workers: 2, pronounce: phonesOf })
  const accuracy: Accuracy = { inGrammar: 0, right: 0, outOfGrammar: 0, fooled: 0, askedBack: 0, misses: [] }
  try {
    for (const { assistant, grammar } of assistantsHeard()) {
      const index = knowledgeIndexAtOnce(assistant)
      for (const clip of clips) {
        if (clip.entryId !== null && clip.assistantId !== assistant.id) continue
        const { texts } = await hear(recogniser, grammar, withSilence(clip.samples))
        const text = texts.filter((words) => words !== '').join(' ')
        const entry = index.exact(text)?.id
        if (clip.entryId === null) {
          accuracy.outOfGrammar += 1
          if (text === '') continue
          if (isRough(text) && senseOf(index, text).kind !== 'answer') {
            accuracy.askedBack += 1
            continue
          }
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
