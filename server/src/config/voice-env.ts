import { z } from 'zod'
import { secretKey, voiceNames, webAddress } from './env-fields.ts'
import { OPENAI_MODELS } from './vendor-models.ts'

const timeoutMs = z.coerce
  .number({ error: 'must be a number of milliseconds' })
  .int()
  .min(200, 'must be at least 200 milliseconds')
  .max(60_000, 'must be at most 60000 milliseconds')

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

/** Variables of the recogniser, brain and voice in calls; a part of `envSchema`. */
export const voiceEnvShape = {
  OPENAI_BASE_URL: webAddress.optional(),
  OPENAI_API_KEY: secretKey.optional(),

  BRAIN_PROVIDER: provider(['builtin', 'openai']),
  BRAIN_BASE_URL: webAddress.optional(),
  BRAIN_API_KEY: secretKey.optional(),
  BRAIN_MODEL: z.string().optional(),
  BRAIN_EXTRA_BODY: extraBody,
  BRAIN_TIMEOUT_MS: timeoutMs.default(5_000),

  STT_PROVIDER: provider(['builtin', 'openai']),
  STT_BASE_URL: webAddress.optional(),
  STT_API_KEY: secretKey.optional(),
  STT_MODEL: z.string().optional(),
  STT_LANGUAGE: z
    .string()
    .regex(/^([a-z]{2,3}|auto)$/, 'must be a language code such as en, or auto')
    .default('en'),
  STT_TIMEOUT_MS: timeoutMs.default(4_000),

  TTS_PROVIDER: provider(['builtin', 'openai', 'elevenlabs']),
  TTS_BASE_URL: webAddress.optional(),
  TTS_API_KEY: secretKey.optional(),
  TTS_MODEL: z.string().optional(),
  TTS_VOICES: voiceNames('coral'),
  TTS_FORMAT: z.enum(['pcm', 'wav'], { error: 'must be pcm or wav' }).default('pcm'),
  TTS_TIMEOUT_MS: timeoutMs.default(4_000),

  ELEVENLABS_API_KEY: secretKey.optional(),
  ELEVENLABS_BASE_URL: webAddress.optional(),
  ELEVENLABS_MODEL: z.string().default('eleven_flash_v2_5'),
  ELEVENLABS_VOICES: voiceNames('21m00…'),
}

export const voiceEnvSchema = z.object(voiceEnvShape)
export type VoiceEnv = z.infer<typeof voiceEnvSchema>

/** Checks the rules between these variables. Returns one line for each broken rule. */
export function voiceEnvProblems(env: VoiceEnv): string[] {
  const problems: string[] = []
  for (const part of ['BRAIN', 'STT', 'TTS'] as const) {
    const reachable = [env.OPENAI_BASE_URL, env.OPENAI_API_KEY, env[`${part}_BASE_URL`], env[`${part}_API_KEY`]]
    if (env[`${part}_PROVIDER`] === 'openai' && reachable.every((value) => value === undefined)) {
      problems.push(`${part}_PROVIDER is openai, which needs ${part}_BASE_URL, ${part}_API_KEY or OPENAI_…`)
    }
  }
  const isSpokenByOpenAi = env.TTS_PROVIDER === 'openai' && (env.TTS_BASE_URL ?? env.OPENAI_BASE_URL) === undefined
  if (isSpokenByOpenAi && (env.TTS_MODEL ?? OPENAI_MODELS.TTS) === undefined) {
    problems.push('TTS_PROVIDER is openai, which needs TTS_MODEL or TTS_BASE_URL: see docs/recipes/cloud-voice.md')
  }
  if (env.TTS_PROVIDER === 'elevenlabs' && env.ELEVENLABS_API_KEY === undefined) {
    problems.push('TTS_PROVIDER is elevenlabs, which needs ELEVENLABS_API_KEY')
  }
  return problems
}
