import { CONTACT_TOPIC_IDS } from '#contract/contact-topics.ts'
import * as z from 'zod/mini'
import { keepInTab, readInTab } from '../../lib/tab-store.ts'

/** What was typed and not yet sent, good for this tab. Half-written fields are fine here. */
const draftSchema = z.object({
  about: z.enum(CONTACT_TOPIC_IDS),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  message: z.string(),
})

type ContactDraft = z.infer<typeof draftSchema>

const KEY = 'voxhall.contactDraft'

/** Whether something in it would have to be typed again: what is known of `person` fills itself in. */
export function isWorthKeeping(draft: ContactDraft, person: { email: string; displayName: string } | null): boolean {
  return (
    draft.message !== '' ||
    draft.company !== '' ||
    !['', person?.email].includes(draft.email) ||
    !['', person?.displayName].includes(draft.name)
  )
}

/** Null when there is none, or none that can be read. */
export function readDraft(): ContactDraft | null {
  return readInTab(KEY, draftSchema)
}

/** Null removes it. */
export function writeDraft(draft: ContactDraft | null): void {
  // Parsed for what a form may hold besides.
  keepInTab(KEY, draft === null ? null : draftSchema.parse(draft))
}
