import { z } from 'zod'
import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'

const key = z.string().regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')

/** `finance=1f0c…,legal=9ab2…`: names of one side by those of the other. */
function pairs(check: (ours: string) => boolean, message: string) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => (part.trim() ? [part.trim()] : [])))
    .transform((parts, ctx): Record<string, string> => {
      const found: Record<string, string> = {}
      for (const part of parts) {
        const [ours = '', theirs = ''] = part.split('=').map((side) => side.trim())
        if (check(ours) && theirs !== '') found[ours] = theirs
        else ctx.addIssue({ code: 'custom', message })
      }
      return found
    })
}

/** The variables about calls through Vapi; a part of `envSchema`. */
export const vapiEnvShape = {
  VAPI: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  VAPI_PUBLIC_KEY: key.optional(),
  VAPI_PRIVATE_KEY: key.optional(),
  VAPI_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  VAPI_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  VAPI_ASSISTANT_IDS: pairs(
    (id) => /^[a-z-]+$/.test(id),
    'must be pairs like finance=1f0c…, with ids of the catalogue',
  ),
  VAPI_MODEL: z.string().default('gpt-4.1-mini'),
  VAPI_VOICES: pairs(
    (id) => VOICE_IDS.includes(id as VoiceId),
    `must be pairs like willow=Emma; voices are ${VOICE_IDS.join(', ')}`,
  ),
}

export const vapiEnvSchema = z.object(vapiEnvShape)
export type VapiEnv = z.infer<typeof vapiEnvSchema>

/** What must fit together; one line for each thing that does not. */
export function vapiEnvProblems(env: VapiEnv, isProduction: boolean): string[] {
  if (env.VAPI === 'off' || env.VAPI_PUBLIC_KEY === undefined) return []
  const problems: string[] = []
  if (env.VAPI_PUBLIC_KEY === env.VAPI_PRIVATE_KEY) {
    problems.push('VAPI_PUBLIC_KEY and VAPI_PRIVATE_KEY are the same: browsers may have the public one alone')
  }
  if (isProduction && env.VAPI_WEBHOOK_SECRET === undefined) {
    problems.push('VAPI_WEBHOOK_SECRET is required in production with VAPI_PUBLIC_KEY: minutes are counted by webhooks')
  }
  return problems
}

/** Whether the voice panel offers Vapi. In local mode it does, so that a person's own key can be tried. */
export function isVapiOn(env: Pick<VapiEnv, 'VAPI' | 'VAPI_PUBLIC_KEY'>, localMode: boolean): boolean {
  return env.VAPI === undefined ? localMode || env.VAPI_PUBLIC_KEY !== undefined : env.VAPI === 'on'
}
