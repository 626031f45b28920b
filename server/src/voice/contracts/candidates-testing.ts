import { testEnvironment } from '../../config/env.ts'
import { startElevenLabsServer } from '../../vendors/testing/elevenlabs-server.ts'
import { startOpenAiServer, type OpenAiServerOptions } from '../../vendors/testing/openai-server.ts'
import { voiceVendorsOf } from '../../vendors/voice-vendors.ts'
import { voiceEnvSchema, type VoiceEnv } from '../../config/voice-env.ts'
import { encodePcm16 } from '../audio/pcm16.ts'
import { createKnowledgeBrain, type KnowledgeBrain } from '../brain/knowledge-brain.ts'
import type { Brain } from '../brain/brain.ts'
import type { Recogniser, Synthesiser } from '../ports.ts'
import { createGrammarRecogniser } from '../stt/grammar-recogniser.ts'
import { createFliteSynthesiser } from '../tts/flite-synthesiser.ts'
import { phonesOf } from '../tts/pronunciation.ts'
import { speakWhole } from '../tts/whole-speech.ts'

/** An implementation of a part that must fulfil the part's contract. */
interface Candidate<Port> {
  name: string
  create(): Promise<{ part: Port; close(): Promise<void> }>
}

/**
 * The environment of this test run. If it has a vendor's keys, the contracts are tested with the vendor itself too. A
 * vendor's answers vary, so the contracts demand only what every implementation must provide.
 */
const environment = testEnvironment()

/** The vendors' parts alone, without the fallback to built-in ones. */
function vendorsOf(env: VoiceEnv, builtIn: KnowledgeBrain, voice: Synthesiser) {
  const makers = voiceVendorsOf(env)
  return {
    brain: makers.brain?.create(builtIn, () => undefined).part,
    recogniser: makers.recogniser?.(() => undefined).part,
    synthesiser: makers.synthesiser?.(voice, () => undefined).part,
  }
}

const silentVoice: Synthesiser = {
  // oxlint-disable-next-line require-yield -- it has nothing to say
  async *speak() {
    throw new Error('the silent voice was asked to speak')
  },
  close: async () => undefined,
}

async function onLocalServer(options: OpenAiServerOptions, builtInVoice: Synthesiser = silentVoice) {
  const server = await startOpenAiServer(options)
  const env = voiceEnvSchema.parse({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'k' })
  return { server, ...vendorsOf(env, createKnowledgeBrain(), builtInVoice) }
}

function present<Port>(part: Port | undefined): Port {
  if (part === undefined) throw new Error('the environment names no such part')
  return part
}

const live = voiceVendorsOf(environment)

export const BRAINS: Candidate<Brain>[] = [
  { name: 'built in', create: async () => ({ part: createKnowledgeBrain(), close: async () => undefined }) },
  {
    name: 'OpenAI-compatible, on this machine',
    async create() {
      const { server, brain } = await onLocalServer({
        think: () => ['A loaf costs', ' four dollars.', ' Anything else?'],
      })
      return { part: present(brain), close: () => server.close() }
    },
  },
  ...(live.brain
    ? [
        {
          name: 'the vendor of this environment',
          async create() {
            const { brain } = vendorsOf(environment, createKnowledgeBrain(), silentVoice)
            return { part: present(brain), close: async () => undefined }
          },
        },
      ]
    : []),
]

export const RECOGNISERS: Candidate<Recogniser>[] = [
  {
    name: 'built in',
    async create() {
      const part = createGrammarRecogniser({ workers: 1, pronounce: phonesOf })
      return { part, close: () => part.close() }
    },
  },
  {
    name: 'OpenAI-compatible, on this machine',
    async create() {
      const { server, recogniser } = await onLocalServer({
        // The simulated transcriber finds words only in a file that is not silent.
        hear: (wav) => (wav.subarray(44).every((byte) => byte === 0) ? '' : 'What does a loaf cost?'),
      })
      return { part: present(recogniser), close: () => server.close() }
    },
  },
  ...(live.recogniser
    ? [
        {
          name: 'the vendor of this environment',
          async create() {
            const { recogniser } = vendorsOf(environment, createKnowledgeBrain(), silentVoice)
            return { part: present(recogniser), close: async () => undefined }
          },
        },
      ]
    : []),
]

export const SYNTHESISERS: Candidate<Synthesiser>[] = [
  {
    name: 'built in',
    async create() {
      const part = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })
      return { part, close: () => part.close() }
    },
  },
  {
    name: 'OpenAI-compatible, on this machine',
    async create() {
      const flite = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })
      const { server, synthesiser } = await onLocalServer(
        { speak: async (text) => encodePcm16((await speakWhole(flite, { text, voiceId: 'birch' })).samples) },
        flite,
      )
      return {
        part: present(synthesiser),
        close: async () => void (await Promise.all([server.close(), flite.close()])),
      }
    },
  },
  {
    name: 'ElevenLabs, on this machine',
    async create() {
      const flite = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })
      const server = await startElevenLabsServer({
        apiKey: 'k',
        async speak(text) {
          const { samples, words } = await speakWhole(flite, { text, voiceId: 'ivy' })
          const characters = words.flatMap((word) =>
            [...word.text].map((character, index, all) => ({
              character,
              startSeconds: (word.startMs + ((word.endMs - word.startMs) * index) / all.length) / 1_000,
              endSeconds: (word.startMs + ((word.endMs - word.startMs) * (index + 1)) / all.length) / 1_000,
            })),
          )
          return { pcm: encodePcm16(samples), characters }
        },
      })
      const env = voiceEnvSchema.parse({ ELEVENLABS_API_KEY: 'k', ELEVENLABS_BASE_URL: server.url })
      const { synthesiser } = vendorsOf(env, createKnowledgeBrain(), flite)
      return {
        part: present(synthesiser),
        close: async () => void (await Promise.all([server.close(), flite.close()])),
      }
    },
  },
  ...(live.synthesiser
    ? [
        {
          name: 'the vendor of this environment',
          async create() {
            const flite = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })
            const { synthesiser } = vendorsOf(environment, createKnowledgeBrain(), flite)
            return { part: present(synthesiser), close: () => flite.close() }
          },
        },
      ]
    : []),
]
