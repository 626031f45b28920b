import { z } from 'zod'
import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'

const serverAddress = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
const timeoutMs = z.coerce
  .number({ error: 'must be a number of milliseconds' })
  .int()
  .min(200, 'must be at least 200 milliseconds')
  .max(60_000, 'must be at most 60000 milliseconds')
const secret = z.string().regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')

/** `willow=coral,oak=onyx`: names of a vendor's voices by ours. */
const voiceNames = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() ? [part.trim()] : [])))
  .transform((pairs, ctx): Partial<Record<VoiceId, string>> => {
    const names: Partial<Record<VoiceId, string>> = {}
    for (const pair of pairs) {
      const [ours = '', theirs = ''] = pair.split('=').map((side) => side.trim())
      const voiceId = VOICE_IDS.find((id) => id === ours)
      if (voiceId && theirs !== '') names[voiceId] = theirs
      else
        ctx.addIssue({ code: 'custom', message: `must be pairs like willow=coral; voices are ${VOICE_IDS.join(', ')}` })
    }
    return names
  })

const extraBody = z
  .string()
  .transform((text, ctx): Record<string, unknown> => {
    try {
      return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be a JSON object, such as {"reasoning_effort":"low"}' })
      return {}
    }
  })
  .optional()

const provider = <Names extends [string, ...string[]]>(names: Names) =>
  z.enum(names, { error: `must be ${names.join(' or ')}` }).optional()

/** The variables that say who hears, thinks and speaks in a call; a part of `envSchema`. */
export const voiceEnvShape = {
  OPENAI_BASE_URL: serverAddress.optional(),
  OPENAI_API_KEY: secret.optional(),

  BRAIN_PROVIDER: provider(['builtin', 'openai']),
  BRAIN_BASE_URL: serverAddress.optional(),
  BRAIN_API_KEY: secret.optional(),
  BRAIN_MODEL: z.string().optional(),
  BRAIN_EXTRA_BODY: extraBody,
  BRAIN_TIMEOUT_MS: timeoutMs.default(5_000),

  STT_PROVIDER: provider(['builtin', 'openai']),
  STT_BASE_URL: serverAddress.optional(),
  STT_API_KEY: secret.optional(),
  STT_MODEL: z.string().optional(),
  STT_LANGUAGE: z
    .string()
    .regex(/^([a-z]{2,3}|auto)$/, 'must be a language code such as en, or auto')
    .default('en'),
  STT_TIMEOUT_MS: timeoutMs.default(4_000),

  TTS_PROVIDER: provider(['builtin', 'openai', 'elevenlabs']),
  TTS_BASE_URL: serverAddress.optional(),
  TTS_API_KEY: secret.optional(),
  TTS_MODEL: z.string().optional(),
  TTS_VOICES: voiceNames,
  TTS_FORMAT: z.enum(['pcm', 'wav'], { error: 'must be pcm or wav' }).default('pcm'),
  TTS_TIMEOUT_MS: timeoutMs.default(4_000),

  ELEVENLABS_API_KEY: secret.optional(),
  ELEVENLABS_BASE_URL: serverAddress.optional(),
  ELEVENLABS_MODEL: z.string().default('eleven_flash_v2_5'),
  ELEVENLABS_VOICES: voiceNames,
}

export const voiceEnvSchema = z.object(voiceEnvShape)
export type VoiceEnv = z.infer<typeof voiceEnvSchema>

/** What must fit together; one line for each thing that does not. */
export function voiceEnvProblems(env: VoiceEnv): string[] {
  const problems: string[] = []
  for (const part of ['BRAIN', 'STT', 'TTS'] as const) {
    const reachable = [env.OPENAI_BASE_URL, env.OPENAI_API_KEY, env[`${part}_BASE_URL`], env[`${part}_API_KEY`]]
    if (env[`${part}_PROVIDER`] === 'openai' && reachable.every((value) => value === undefined)) {
      problems.push(`${part}_PROVIDER is openai, which needs ${part}_BASE_URL, ${part}_API_KEY or OPENAI_…`)
    }
  }
  if (env.TTS_PROVIDER === 'elevenlabs' && env.ELEVENLABS_API_KEY === undefined) {
    problems.push('TTS_PROVIDER is elevenlabs, which needs ELEVENLABS_API_KEY')
  }
  return problems
}
