import * as z from 'zod/mini'
import {
  CONTACT_COMPANY_MAX_LENGTH,
  CONTACT_MESSAGE_MAX_LENGTH,
  CONTACT_MESSAGE_MIN_LENGTH,
  CONTACT_NAME_MAX_LENGTH,
  CONTACT_TOPIC_IDS,
} from '#contract/contact-topics.ts'
import { visibleLength } from '#contract/written-text.ts'
import { keepInTab, readInTab } from '../../lib/tab-store.ts'

/** An unsent message, kept for this tab. Incomplete fields are valid here. */
const draftSchema = z.object({
  about: z.enum(CONTACT_TOPIC_IDS),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  message: z.string(),
})

type ContactDraft = z.infer<typeof draftSchema>

const KEY = 'voxhall.contactDraft'

/** Whether the draft holds anything that would have to be typed again; the person's own data is filled in anyway. */
export function isWorthKeeping(draft: ContactDraft, person: { email: string; displayName: string } | null): boolean {
  return (
    draft.message !== '' ||
    draft.company !== '' ||
    !['', person?.email].includes(draft.email) ||
    !['', person?.displayName].includes(draft.name)
  )
}

/** Null when there is no valid draft. */
export function readDraft(): ContactDraft | null {
  return readInTab(KEY, draftSchema)
}

/** Null deletes the draft. */
export function writeDraft(draft: ContactDraft | null): void {
  // Parsing removes fields of the form that do not belong to the draft.
  keepInTab(KEY, draft === null ? null : draftSchema.parse(draft))
}

export const contactFormSchema = z.object({
  about: z.enum(CONTACT_TOPIC_IDS),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter your email address, so that we can answer.'),
      z.email('Enter a full address, like name@example.com.'),
    ),
  name: z
    .string()
    .check(z.trim(), z.maxLength(CONTACT_NAME_MAX_LENGTH, `Use at most ${CONTACT_NAME_MAX_LENGTH} characters.`)),
  company: z
    .string()
    .check(z.trim(), z.maxLength(CONTACT_COMPANY_MAX_LENGTH, `Use at most ${CONTACT_COMPANY_MAX_LENGTH} characters.`)),
  message: z.string().check(
    z.trim(),
    z.refine((text) => visibleLength(text) > 0, { error: 'Write your message.', abort: true }),
    z.refine(
      (text) => visibleLength(text) >= CONTACT_MESSAGE_MIN_LENGTH,
      'A few words more, please, so that we understand you.',
    ),
    z.maxLength(CONTACT_MESSAGE_MAX_LENGTH, `Please shorten it to ${CONTACT_MESSAGE_MAX_LENGTH} characters.`),
  ),
  /** Hidden from people; only programs fill it in. */
  website: z.string(),
})

export type ContactFormValues = z.infer<typeof contactFormSchema>

export const EMPTY_FORM: ContactFormValues = {
  about: 'general',
  email: '',
  name: '',
  company: '',
  message: '',
  website: '',
}
