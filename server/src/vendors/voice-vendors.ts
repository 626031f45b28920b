import type { EmergencyLines } from '#contract/emergency-lines.ts'
import type { VoiceId } from '#contract/voices.ts'
import { OPENAI_MODELS, USUAL_MODELS } from '../config/vendor-models.ts'
import type { VoiceEnv } from '../config/voice-env.ts'
import { promptFor } from '../voice/brain/prompt.ts'
import type { KnowledgeBrain } from '../voice/brain/knowledge-brain.ts'
import type { Brain } from '../voice/brain/brain.ts'
import type { Recogniser, Synthesiser } from '../voice/ports.ts'
import type { VendorPart } from '../voice/fallback/vendor-part.ts'
import type { OnChange, VoiceVendors } from '../voice/voice-parts.ts'
import { ELEVENLABS, ELEVENLABS_BASE_URL } from './elevenlabs-api.ts'
import { createElevenLabsSynthesiser } from './elevenlabs-synthesiser.ts'
import { chooseVoices } from './elevenlabs-voices.ts'
import { createOpenAiBrain } from './openai-brain.ts'
import { createOpenAiPairs, type PairProposer } from './openai-pairs.ts'
import { checkOpenAi, OPENAI_BASE_URL, type OpenAiEndpoint } from './openai-endpoint.ts'
import { createOpenAiRecogniser } from './openai-recogniser.ts'
import { createOpenAiSynthesiser } from './openai-synthesiser.ts'
import { createVendorCircuit, isWorthAnotherTry } from './vendor-circuit.ts'

/** OpenAI's voices; other compatible servers know these names too. */
const OPENAI_VOICES: Readonly<Record<VoiceId, string>> = {
  willow: 'nova', hazel: 'sage', ivy: 'coral', juniper: 'shimmer',
  rowan: 'ash', oak: 'onyx', aspen: 'echo', alder: 'fable', birch: 'ballad', linden: 'alloy',
} // oxfmt-ignore

type Part = 'BRAIN' | 'STT' | 'TTS'

/** The parts of a call for which the environment configures a vendor. All other parts are built in. */
export function voiceVendorsOf(env: VoiceEnv, lines?: EmergencyLines): VoiceVendors {
  return {
    ...(usesOpenAi(env, 'BRAIN') ? { brain: brainPart(env, lines) } : {}),
    ...(usesOpenAi(env, 'STT') ? { recogniser: recogniserPart(env) } : {}),
    ...(usesElevenLabs(env) ? { synthesiser: elevenLabsPart(env) } : {}),
    ...(!usesElevenLabs(env) && usesOpenAi(env, 'TTS') && hasSpeechModel(env)
      ? { synthesiser: openAiVoicePart(env) }
      : {}),
  }
}

/**
 * The endpoint for one part of a call. A part with its own address uses only its own key, so that no key is sent to a
 * server that it is not meant for.
 */
export function openAiEndpointOf(env: VoiceEnv, part: Part): OpenAiEndpoint {
  const own = env[`${part}_BASE_URL`]
  const baseUrl = own ?? env.OPENAI_BASE_URL ?? OPENAI_BASE_URL
  const isOpenAi = URL.parse(baseUrl)?.hostname === new URL(OPENAI_BASE_URL).hostname
  return {
    baseUrl,
    apiKey: env[`${part}_API_KEY`] ?? (own === undefined ? env.OPENAI_API_KEY : undefined),
    model: env[`${part}_MODEL`] ?? (isOpenAi ? OPENAI_MODELS : USUAL_MODELS)[part],
    timeoutMs: env[`${part}_TIMEOUT_MS`],
  }
}

/** Proposes questions with answers by the brain's model; undefined if the brain is the built-in one. */
export function pairProposerOf(env: VoiceEnv): PairProposer | undefined {
  return usesOpenAi(env, 'BRAIN') ? createOpenAiPairs(openAiEndpointOf(env, 'BRAIN'), env.BRAIN_EXTRA_BODY) : undefined
}

function usesOpenAi(env: VoiceEnv, part: Part): boolean {
  const provider = env[`${part}_PROVIDER`]
  if (provider !== undefined) return provider === 'openai'
  return [env.OPENAI_BASE_URL, env.OPENAI_API_KEY, env[`${part}_BASE_URL`], env[`${part}_API_KEY`]].some(Boolean)
}

/** Speech from OpenAI itself is used only if a model is named, as there is no default for it. */
function hasSpeechModel(env: VoiceEnv): boolean {
  return openAiEndpointOf(env, 'TTS').model !== undefined
}

function usesElevenLabs(env: VoiceEnv): boolean {
  return env.ELEVENLABS_API_KEY !== undefined && (env.TTS_PROVIDER ?? 'elevenlabs') === 'elevenlabs'
}

function openAiPart<Port>(endpoint: OpenAiEndpoint, part: Port, onChange: OnChange): VendorPart<Port> {
  const check = () => checkOpenAi(endpoint)
  return { name: 'openai', part, circuit: createVendorCircuit({ onChange }), isWorthAnotherTry, check }
}

function brainPart(env: VoiceEnv, lines: EmergencyLines | undefined): VoiceVendors['brain'] {
  const endpoint = openAiEndpointOf(env, 'BRAIN')
  const create = (builtIn: KnowledgeBrain): Brain =>
    createOpenAiBrain({
      endpoint,
      extraBody: env.BRAIN_EXTRA_BODY,
      promptFor: async (turn) => {
        await builtIn.prepare(turn.assistant)
        return promptFor({ turn, lines, nearest: (text) => builtIn.nearest(turn.assistant, text) })
      },
    })
  return {
    // The limit for a whole sentence is longer than the one for the first word.
    sentenceMs: endpoint.timeoutMs + endpoint.timeoutMs / 2,
    create: (builtIn, onChange) => openAiPart(endpoint, create(builtIn), onChange),
  }
}

function recogniserPart(env: VoiceEnv): VoiceVendors['recogniser'] {
  const language = env.STT_LANGUAGE === 'auto' ? undefined : env.STT_LANGUAGE
  const endpoint = openAiEndpointOf(env, 'STT')
  const recogniser: Recogniser = createOpenAiRecogniser({ endpoint, language })
  return (onChange) => openAiPart(endpoint, recogniser, onChange)
}

function openAiVoicePart(env: VoiceEnv): VoiceVendors['synthesiser'] {
  const endpoint = openAiEndpointOf(env, 'TTS')
  const create = (builtIn: Synthesiser): Synthesiser =>
    createOpenAiSynthesiser({
      endpoint,
      voices: { ...OPENAI_VOICES, ...env.TTS_VOICES },
      format: env.TTS_FORMAT,
      builtIn,
    })
  return (builtIn, onChange) => openAiPart(endpoint, create(builtIn), onChange)
}

function elevenLabsPart(env: VoiceEnv): VoiceVendors['synthesiser'] {
  const synthesiser = elevenLabsVoice(env, env.ELEVENLABS_API_KEY ?? '', env.ELEVENLABS_VOICES)
  // A key may be allowed to synthesise speech only, so there is no other request to check it with.
  return (_, onChange) => ({
    name: ELEVENLABS,
    part: synthesiser,
    circuit: createVendorCircuit({ onChange }),
    isWorthAnotherTry,
  })
}

/** An ElevenLabs voice, paid by the account of the given key. */
export function elevenLabsVoice(
  env: Pick<VoiceEnv, 'ELEVENLABS_BASE_URL' | 'ELEVENLABS_MODEL' | 'TTS_TIMEOUT_MS'>,
  apiKey: string,
  voices: Partial<Record<VoiceId, string>> = {},
): Synthesiser {
  const endpoint = { baseUrl: env.ELEVENLABS_BASE_URL ?? ELEVENLABS_BASE_URL, apiKey, timeoutMs: env.TTS_TIMEOUT_MS }
  return createElevenLabsSynthesiser({
    endpoint,
    model: env.ELEVENLABS_MODEL,
    voiceOf: chooseVoices(endpoint, voices),
  })
}
