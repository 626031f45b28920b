import { z } from 'zod'

/** The recogniser, brain and synthesiser in use for calls, and the state of each vendor among them. */
const voicePartsReportSchema = z.object({
  /** The parts in use: `built-in`, `vendors`, or `mixed`. */
  path: z.string(),
  recogniser: z.string(),
  brain: z.string(),
  synthesiser: z.string(),
  /** One entry for each part served by a vendor. While the vendor is not `live`, the built-in part replaces it. */
  vendors: z
    .array(
      z.object({
        part: z.enum(['recogniser', 'brain', 'synthesiser']),
        vendor: z.string(),
        live: z.boolean(),
        lastFailure: z.object({ at: z.iso.datetime(), what: z.string() }).nullable(),
      }),
    )
    .optional(),
})

/** Which implementation each service uses in this deployment: the built-in one or a vendor. */
const serviceReportSchema = z.object({
  database: z.object({ path: z.enum(['pglite', 'postgresql']) }),
  auth: z.object({ path: z.literal('built-in') }),
  /** `none`: production without a mail server; mails wait in the database. */
  mail: z.object({ path: z.enum(['mailbox', 'smtp', 'none']) }),
  /** `none`: production without a payment key; nothing is sold, and every call is a demo call. */
  payments: z.object({ path: z.enum(['stripe', 'sandbox', 'none']) }),
  voice: voicePartsReportSchema.optional(),
  /** Where photos and videos are stored. */
  files: z.object({ path: z.enum(['disk', 's3']) }).optional(),
  /** What renders talking videos. `none`: the optional package with the codecs is missing. */
  videos: z.object({ path: z.enum(['built-in', 'd-id', 'none']) }).optional(),
  /** Calls that no plan pays for. `resting`: the operator's daily limit is reached; subscribers can still call. */
  freeCalls: z.object({ path: z.enum(['open', 'resting']), until: z.iso.datetime().nullable() }).optional(),
  /** `own-keys`: Vapi is available only to people who enter their own key. */
  vapi: z.object({ path: z.enum(['vapi', 'own-keys', 'off']) }).optional(),
  /** The agent in Healthcare's dialog. */
  agent: z.object({ path: z.enum(['built-in', 'd-id']) }).optional(),
})

/** The answer of `GET /api/health`: 200 while the server works, 503 while it shuts down or cannot save. */
export const healthSchema = z.object({
  /** `read-only` and `disk-full`: stored data can be read, but nothing can be saved. */
  status: z.enum(['ok', 'shutting-down', 'database-unreachable', 'read-only', 'disk-full']),
  version: z.string(),
  uptimeSeconds: z.number(),
  services: serviceReportSchema,
})

export type VoicePartsReport = z.infer<typeof voicePartsReportSchema>
export type ServiceReport = z.infer<typeof serviceReportSchema>
