import { z } from 'zod'
import { EMERGENCY_COUNTRIES, emergencyLinesOf, readHelpLine, type EmergencyLines } from '#contract/emergency-lines.ts'

const number = z
  .string()
  .trim()
  .regex(/^\d{2,6}$/, 'must be a short number such as 112')
  .optional()

const line = (name: string) =>
  z
    .string()
    .transform((text, ctx) => {
      const read = readHelpLine(text, name)
      if (!read) ctx.addIssue({ code: 'custom', message: 'must be a name and a number, such as Samaritans: 116 123' })
      return read
    })
    .optional()

/** The variables that say where help is in an emergency; a part of `envSchema`. */
export const emergencyEnvShape = {
  EMERGENCY_COUNTRY: z
    .string()
    .trim()
    .toUpperCase()
    .pipe(z.enum(EMERGENCY_COUNTRIES, { error: `must be one of ${EMERGENCY_COUNTRIES.join(', ')}` }))
    .optional(),
  EMERGENCY_NUMBER: number,
  EMERGENCY_POLICE_NUMBER: number,
  EMERGENCY_CRISIS_LINE: line('the crisis line'),
  EMERGENCY_ABUSE_LINE: line('the helpline'),
  EMERGENCY_POISON_LINE: line('poison control'),
}

type EmergencyEnv = z.infer<z.ZodObject<typeof emergencyEnvShape>>

export function emergencyLinesFrom(env: EmergencyEnv): EmergencyLines {
  return emergencyLinesOf(env.EMERGENCY_COUNTRY, {
    emergency: env.EMERGENCY_NUMBER,
    police: env.EMERGENCY_POLICE_NUMBER,
    crisis: env.EMERGENCY_CRISIS_LINE,
    abuse: env.EMERGENCY_ABUSE_LINE,
    poison: env.EMERGENCY_POISON_LINE,
  })
}
