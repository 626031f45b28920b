import { z } from 'zod'

/** The recogniser, brain and voice that calls use now, and the state of the vendors among them. */
export const voicePartsReportSchema = z.object({
  /** The parts in use: `built-in`, `vendors`, or `mixed`. */
  path: z.string(),
  recogniser: z.string(),
  brain: z.string(),
  synthesiser: z.string(),
  /** One for each part that a vendor plays. While it is not live, the built-in part does its work. */
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

/** Which path each service takes in this deployment: its built-in counterpart or a vendor. */
export const serviceReportSchema = z.object({
  database: z.object({ path: z.enum(['pglite', 'postgresql']) }),
  auth: z.object({ path: z.literal('built-in') }),
  /** `none`: in production without a mail server, mails wait in the database. */
  mail: z.object({ path: z.enum(['mailbox', 'smtp', 'none']) }),
  /** `none`: in production without a key; nothing is sold and every call is a demo call. */
  payments: z.object({ path: z.enum(['stripe', 'sandbox', 'none']) }),
  voice: voicePartsReportSchema.optional(),
  /** `own-keys`: only with a key that a person enters. */
  /** Where photos and videos lie. */
  files: z.object({ path: z.enum(['disk', 's3']) }).optional(),
  /** The maker of talking videos. `none`: the optional package with the codecs is missing. */
  videos: z.object({ path: z.enum(['built-in', 'd-id', 'none']) }).optional(),
  /** Calls that no plan pays. `resting`: the operator's limit of the day is reached; subscribers call as usual. */
  freeCalls: z.object({ path: z.enum(['open', 'resting']), until: z.iso.datetime().nullable() }).optional(),
  vapi: z.object({ path: z.enum(['vapi', 'own-keys', 'off']) }).optional(),
})

/** Answer of `GET /api/health`: 200 while it serves, 503 once it is shutting down or cannot save anything. */
export const healthSchema = z.object({
  /** `read-only` and `disk-full`: what was saved can be read, and nothing new can be saved. */
  status: z.enum(['ok', 'shutting-down', 'database-unreachable', 'read-only', 'disk-full']),
  version: z.string(),
  uptimeSeconds: z.number(),
  services: serviceReportSchema,
})

export type VoicePartsReport = z.infer<typeof voicePartsReportSchema>
export type ServiceReport = z.infer<typeof serviceReportSchema>
export type Health = z.infer<typeof healthSchema>
