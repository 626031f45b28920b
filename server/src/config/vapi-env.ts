import { z } from 'zod'
import { CATALOGUE } from '#contract/catalogue.ts'
import { namesByOurs, onOrOff, secretKey, voiceNames, webAddress } from './env-fields.ts'
import { VAPI_MODEL } from './vendor-models.ts'

/** The variables about calls through Vapi; a part of `envSchema`. */
export const vapiEnvShape = {
  VAPI: onOrOff.optional(),
  VAPI_PUBLIC_KEY: secretKey.optional(),
  VAPI_PRIVATE_KEY: secretKey.optional(),
  VAPI_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  VAPI_BASE_URL: webAddress.optional(),
  VAPI_ASSISTANT_IDS: namesByOurs(
    (id) => CATALOGUE.some((assistant) => assistant.id === id),
    'must be pairs like finance=1f0c…, with ids of the catalogue',
  ),
  VAPI_MODEL: z.string().default(VAPI_MODEL),
  VAPI_VOICES: voiceNames('Emma'),
}

export type VapiEnv = z.infer<z.ZodObject<typeof vapiEnvShape>>

/** Checks the rules between these variables. Returns one line for each broken rule. */
export function vapiEnvProblems(env: VapiEnv, isProduction: boolean): string[] {
  if (env.VAPI === 'off' || env.VAPI_PUBLIC_KEY === undefined) return []
  const problems: string[] = []
  if (env.VAPI_PUBLIC_KEY === env.VAPI_PRIVATE_KEY) {
    problems.push('VAPI_PUBLIC_KEY and VAPI_PRIVATE_KEY are the same: only the public one may reach browsers')
  }
  if (isProduction && env.VAPI_WEBHOOK_SECRET === undefined) {
    problems.push('VAPI_WEBHOOK_SECRET is required in production with VAPI_PUBLIC_KEY: minutes are counted by webhooks')
  }
  return problems
}

/** Whether the voice panel offers Vapi. Local mode offers it without a key of ours, so that people can try their own key. */
export function isVapiOn(env: Pick<VapiEnv, 'VAPI' | 'VAPI_PUBLIC_KEY'>, localMode: boolean): boolean {
  return env.VAPI === undefined ? localMode || env.VAPI_PUBLIC_KEY !== undefined : env.VAPI === 'on'
}
