import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { AssistantDefinition } from '#contract/assistant.ts'
import { CATALOGUE } from '#contract/catalogue.ts'
import { AppError } from '#contract/errors.ts'
import { type VoiceId, VOICES } from '#contract/voices.ts'
import { etagOf } from '../../infra/http/media.ts'
import { encodeWav } from '../../voice/audio/wav.ts'
import { resting } from '../../infra/in-slices.ts'
import type { WholeSpeech } from '../../voice/tts/whole-speech.ts'

type SpokenGreeting = ReturnType<typeof toSpoken>

export type Greetings = ReturnType<typeof createGreetings>

interface GreetingLine {
  /** The id of an assistant, or of a voice that introduces itself. */
  speakerId: string
  text: string
  voiceId: VoiceId
}

/** The greetings of those assistants of the catalogue that have a definition. */
export function catalogueGreetings(definitions: readonly AssistantDefinition[]): GreetingLine[] {
  return CATALOGUE.flatMap(({ id, greeting }) => {
    const voiceId = definitions.find((definition) => definition.id === id)?.voiceId
    return voiceId ? [{ speakerId: id, text: greeting, voiceId }] : []
  })
}

/** How each of the ten voices introduces itself; the speaker is the voice's own id. */
export const VOICE_SAMPLE_LINES: readonly GreetingLine[] = VOICES.map(({ id, label }) => ({
  speakerId: id,
  text: `Hello, my name is ${label}. This is how I sound, and how your assistant can sound too.`,
  voiceId: id,
}))

export interface GreetingsOptions {
  lines: readonly GreetingLine[]
  say: (request: { text: string; voiceId: VoiceId; isWarmUp?: boolean }) => Promise<WholeSpeech>
  nowMs?: () => number
}

/** A greeting that a fallback voice spoke is tried again in the intended voice, at most this often. */
const TRY_AGAIN_MS = 30_000

interface Kept {
  spoken: SpokenGreeting
  isStandIn: boolean
  saidAtMs: number
}

export function createGreetings({ lines, say, nowMs = Date.now }: GreetingsOptions) {
  const byId = new Map(lines.map((line) => [line.speakerId, line]))
  // Promises, so that concurrent requests synthesise a greeting once. One entry for each line, of 0.2 MB.
  const made = new Map<string, Promise<Kept>>()

  /** Greetings that are being made with low priority. */
  const warming = new Set<string>()

  /** @param isWarmUp true if no caller waits for it yet */
  async function find(speakerId: string, isWarmUp = false): Promise<SpokenGreeting> {
    const line = byId.get(speakerId)
    if (!line) throw new AppError('not-found', { detail: 'There is no assistant with this id.' })
    let greeting = made.get(speakerId)
    // A listener is waiting now. Requested again as live speech, the greeting is ready sooner, and reuses what has been
    // synthesised of it so far.
    if (!greeting || (!isWarmUp && warming.delete(speakerId))) {
      greeting = make(line, isWarmUp)
      made.set(speakerId, greeting)
      const own = greeting
      // After a failure, the next request tries again.
      own.catch(() => made.get(speakerId) === own && made.delete(speakerId))
      if (isWarmUp) {
        warming.add(speakerId)
        own.finally(() => warming.delete(speakerId)).catch(() => undefined)
      }
    }
    try {
      const kept = await greeting
      // This request still gets the fallback voice; later ones get the assistant's own.
      if (kept.isStandIn && nowMs() - kept.saidAtMs >= TRY_AGAIN_MS) void makeAnew(line, kept)
      return kept.spoken
    } catch (cause) {
      throw new AppError('unavailable', { retryAfterSeconds: 5, cause })
    }
  }

  async function make(line: GreetingLine, isWarmUp = false): Promise<Kept> {
    const speech = await say(isWarmUp ? { ...line, isWarmUp } : line)
    return { spoken: toSpoken(line, speech), isStandIn: speech.isStandIn ?? false, saidAtMs: nowMs() }
  }

  async function makeAnew(line: GreetingLine, kept: Kept): Promise<void> {
    kept.saidAtMs = nowMs()
    const anew = await make(line).catch(() => undefined)
    if (anew) made.set(line.speakerId, Promise.resolve(anew))
  }

  return {
    /**
     * Made on first use and then kept. @throws AppError `not-found` for a speaker without a greeting, `unavailable` if
     * the voice fails
     */
    find: (speakerId: string): Promise<SpokenGreeting> => find(speakerId),
    /** Makes greetings again that a fallback voice spoke. Never rejects. */
    async renew(): Promise<void> {
      for (const [speakerId, greeting] of made) {
        const line = byId.get(speakerId)
        const kept = await greeting.catch(() => undefined)
        if (line && kept?.isStandIn) await makeAnew(line, kept)
      }
    },
    /** Makes all greetings, one after the other, with lower priority than live speech. */
    async warm(): Promise<void> {
      for (const { speakerId } of lines) await resting(() => find(speakerId, true))
    },
  }
}

function toSpoken({ speakerId, text }: GreetingLine, { samples, durationMs, cues, words }: WholeSpeech) {
  const greeting = { assistantId: speakerId, text, durationMs, cues, words }
  const body = encodeWav(samples, SAMPLE_RATE_HZ)
  return {
    greeting,
    etag: etagOf(JSON.stringify(greeting)),
    sound: { body, mediaType: 'audio/wav', etag: etagOf(body) },
  }
}
