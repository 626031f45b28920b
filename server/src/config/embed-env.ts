import { z } from 'zod'
import { webAddress } from './env-fields.ts'

/** The variables about the agent in Healthcare's dialog; a part of `envSchema`. */
export const embedEnvShape = {
  DID_AGENT_ID: z
    .string()
    .regex(/^[\w-]+$/, 'must be the id of an agent at D-ID: agt_…')
    .optional(),
  DID_CLIENT_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a client key of D-ID')
    .optional(),
  DID_AGENT_SCRIPT_URL: webAddress.default('https://agent.d-id.com/v2/index.js'),
}

export type EmbedEnv = z.infer<z.ZodObject<typeof embedEnvShape>>

/** Checks the rules between these variables. Returns one line for each broken rule. */
export function embedEnvProblems({ DID_AGENT_ID, DID_CLIENT_KEY }: EmbedEnv): string[] {
  return Boolean(DID_AGENT_ID) === Boolean(DID_CLIENT_KEY)
    ? []
    : ['DID_AGENT_ID and DID_CLIENT_KEY must be set together']
}
