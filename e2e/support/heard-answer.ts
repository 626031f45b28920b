import type { AssistantDefinition } from '../../contract/src/assistant.ts'
import { normaliseWords } from '../../contract/src/phrase-pattern.ts'
import { createGrammarRecogniser } from '../../server/src/voice/stt/grammar-recogniser.ts'
import { splitSentences } from '../../server/src/voice/tts/sentences.ts'
import type { HeardSound, Stretch } from './page-audio.ts'

/** So many words tell one answer from the others. */
const TELLING_WORDS = 7

/**
 * Listens to what left the page: which of the assistant's answers is it? A recogniser that knows only how each answer
 * begins has to choose among them, or to say that it was none.
 * @param from when the answer began, in milliseconds since 1970
 */
export async function heardAnswer(
  assistant: AssistantDefinition,
  sound: HeardSound,
  stretch: Pick<Stretch, 'fromMs'>,
): Promise<string | undefined> {
  const beginnings = new Map(
    [...assistant.knowledge.map((entry) => entry.answer), assistant.firstMessage].map((answer) => [
      beginningOf(answer),
      answer,
    ]),
  )
  const ears = createGrammarRecogniser({ workers: 1 })
  try {
    const stream = ears.open({ id: `answers-of-${assistant.id}`, patterns: [...beginnings.keys()] })
    // The recogniser must hear the beginning and not much more.
    const start = Math.max(0, Math.round(((stretch.fromMs - 200 - sound.startMs) / 1_000) * sound.sampleRate))
    const samples = Float32Array.from(sound.samples.subarray(start), (value) => value / 32_768)
    for (const seconds of [2, 2.5, 3, 3.5, 4]) {
      const attempt = ears.open({ id: `answers-of-${assistant.id}`, patterns: [...beginnings.keys()] })
      attempt.write(samples.subarray(0, seconds * sound.sampleRate))
      const { text, understood } = await attempt.finish()
      if (understood) return beginnings.get(text)
    }
    stream.cancel()
    return undefined
  } finally {
    await ears.close()
  }
}

function beginningOf(answer: string): string {
  const [sentence = ''] = splitSentences(answer)
  return normaliseWords(sentence).slice(0, TELLING_WORDS).join(' ')
}
