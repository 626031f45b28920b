import { z } from 'zod'
import { emailSchema } from './account.ts'
import {
  CONTACT_COMPANY_MAX_LENGTH,
  CONTACT_MESSAGE_MAX_LENGTH,
  CONTACT_MESSAGE_MIN_LENGTH,
  CONTACT_NAME_MAX_LENGTH,
  CONTACT_TOPIC_IDS,
} from './contact-topics.ts'

/** Characters that turn what stands after them around; texts pasted from elsewhere bring them along unseen. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

function lineSchema(field: string, maxLength: number) {
  return z
    .string()
    .transform((text) => text.replaceAll(TURNING, '').trim())
    .pipe(
      z
        .string()
        .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, `The ${field} must be on one line.`)
        .max(maxLength, `The ${field} must have at most ${maxLength} characters.`),
    )
    .default('')
}

/** A message to the people behind the site, from anybody. */
export const contactRequestSchema = z.object({
  email: emailSchema,
  name: lineSchema('name', CONTACT_NAME_MAX_LENGTH),
  company: lineSchema('company', CONTACT_COMPANY_MAX_LENGTH),
  about: z.enum(CONTACT_TOPIC_IDS, 'Please choose what it is about.'),
  message: z
    .string('Please write a message.')
    .transform((text) =>
      text
        .replaceAll(TURNING, '')
        .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
        .trim(),
    )
    .pipe(
      z
        .string()
        .regex(/^[\P{Cc}\n\t]*$/u, 'The message holds characters that are no text.')
        .min(CONTACT_MESSAGE_MIN_LENGTH, `The message must have at least ${CONTACT_MESSAGE_MIN_LENGTH} characters.`)
        .max(CONTACT_MESSAGE_MAX_LENGTH, `The message must have at most ${CONTACT_MESSAGE_MAX_LENGTH} characters.`),
    ),
  /** No person sees this field. Whoever fills it in is a program, is thanked, and nothing is stored. */
  website: z.string().max(1_000).default(''),
})

export type ContactMessage = Omit<z.infer<typeof contactRequestSchema>, 'website'>
