import { z } from 'zod'
import { emailSchema } from './account.ts'
import {
  CONTACT_COMPANY_MAX_LENGTH,
  CONTACT_MESSAGE_MAX_LENGTH,
  CONTACT_MESSAGE_MIN_LENGTH,
  CONTACT_NAME_MAX_LENGTH,
  CONTACT_TOPIC_IDS,
} from './contact-topics.ts'
import { lineSchema } from './line-schema.ts'
import { visibleLength, writtenText } from './written-text.ts'

export const contactRequestSchema = z.object({
  email: emailSchema,
  name: lineSchema('name', CONTACT_NAME_MAX_LENGTH).default(''),
  company: lineSchema('company', CONTACT_COMPANY_MAX_LENGTH).default(''),
  about: z.enum(CONTACT_TOPIC_IDS, 'Please choose what it is about.'),
  message: z
    .string('Please write a message.')
    .transform((text) => writtenText(text).replaceAll(/\r\n?|[\u2028\u2029]/g, '\n'))
    .pipe(
      z
        .string()
        .regex(/^[\P{Cc}\n\t]*$/u, 'The message contains characters that are not text.')
        .refine(
          (text) => visibleLength(text) >= CONTACT_MESSAGE_MIN_LENGTH,
          `The message must have at least ${CONTACT_MESSAGE_MIN_LENGTH} characters.`,
        )
        .max(CONTACT_MESSAGE_MAX_LENGTH, `The message must have at most ${CONTACT_MESSAGE_MAX_LENGTH} characters.`),
    ),
  /** A honeypot, hidden from people. A request that fills it in is answered as usual, but nothing is stored. */
  website: z.string().max(1_000).default(''),
})

export type ContactMessage = Omit<z.infer<typeof contactRequestSchema>, 'website'>
