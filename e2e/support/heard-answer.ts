import type { AssistantDefinition } from '../../contract/src/assistant.ts'
import { createResampler } from '../../contract/src/resample.ts'
import { firstPart } from '../../server/src/voice/brain/answer-parts.ts'
import { createFliteSynthesiser } from '../../server/src/voice/tts/flite-synthesiser.ts'
import type { HeardSound, Stretch } from './page-audio.ts'
import { likeness, spectrumOf, type Spectrum } from './sound-likeness.ts'

const MIN_LIKENESS = 0.55
const MIN_LEAD = 0.1
/** Only this much of each text is synthesised. */
const ENOUGH_MS = 4_000

/**
 * Finds which of an assistant's texts was played by a page. Each text is synthesised with the same voice and compared
 * with the recorded sound. Undefined when no text is similar enough, or two are about equally similar.
 */
export async function heardAnswer(
  assistant: AssistantDefinition,
  sound: HeardSound,
  from: Pick<Stretch, 'fromMs'>,
): Promise<string | undefined> {
  const found = (await sayable(assistant)).map(({ text, spectrum }) => ({
    text,
    likeness: likeness(spectrum, heard(sound), from.fromMs - sound.startMs),
  }))
  const [best, second] = found.toSorted((a, b) => b.likeness - a.likeness)
  if (!best || best.likeness < MIN_LIKENESS) return undefined
  return best.likeness - (second?.likeness ?? 0) >= MIN_LEAD ? best.text : undefined
}

/** The spectrum of a whole recording, computed once. */
const heard = oncePer(({ samples }: HeardSound) => spectrumOf(Float32Array.from(samples, (value) => value / 32_768)))

/** The first message and the first part of each answer, synthesised once. */
const sayable = oncePer(sayAll)

function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

async function sayAll(assistant: AssistantDefinition) {
  const voice = await createFliteSynthesiser({ workers: 2, cacheMb: 1 })
  try {
    const answers = assistant.knowledge.map(({ answer }) => firstPart(answer, assistant.voiceId))
    const texts = [assistant.firstMessage, ...answers]
    const spoken: { text: string; spectrum: Spectrum }[] = []
    // Sequentially, as the server does for one caller: the synthesiser's pauses depend on how soon audio is requested.
    for (const text of texts) spoken.push({ text, spectrum: await spokenSpectrum(voice, assistant, text) })
    return spoken
  } finally {
    await voice.close()
  }
}

/** The first seconds are enough to tell the answers apart. */
async function spokenSpectrum(
  voice: Awaited<ReturnType<typeof createFliteSynthesiser>>,
  assistant: AssistantDefinition,
  text: string,
): Promise<Spectrum> {
  const resampler = createResampler(24_000, 16_000)
  const samples: number[] = []
  for await (const chunk of voice.speak({ text, voiceId: assistant.voiceId })) {
    for (const sample of resampler.push(chunk.samples)) samples.push(sample)
    if (samples.length >= ENOUGH_MS * 16) break
  }
  return spectrumOf(Float32Array.from(samples))
}
