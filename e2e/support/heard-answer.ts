import type { AssistantDefinition } from '../../contract/src/assistant.ts'
import { createResampler } from '../../contract/src/resample.ts'
import { firstPart } from '../../server/src/voice/brain/answer-parts.ts'
import { createFliteSynthesiser } from '../../server/src/voice/tts/flite-synthesiser.ts'
import type { HeardSound, Stretch } from './page-audio.ts'
import { likeness, spectrumOf, type Spectrum } from './sound-likeness.ts'

const MIN_LIKENESS = 0.55
const MIN_LEAD = 0.1
/** Of each text. */
const ENOUGH_MS = 4_000

/**
 * Listens to what left the page: which of all that this assistant can say is it? Each text is spoken anew by the same
 * voice and laid beside the sound. Undefined when none fits, or two fit alike.
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

/** The whole of a sound, measured once. */
const heard = oncePer(({ samples }: HeardSound) => spectrumOf(Float32Array.from(samples, (value) => value / 32_768)))

/** Everything that the assistant can say first, spoken once. */
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
    // One after the other, as a server does for one caller: where a voice pauses depends on how soon it is wanted.
    for (const text of texts) spoken.push({ text, spectrum: await spokenSpectrum(voice, assistant, text) })
    return spoken
  } finally {
    await voice.close()
  }
}

/** A beginning is enough to tell which answer it is. */
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
