import { CONTACT_TOPIC_IDS } from '#contract/contact-topics.ts'
import * as z from 'zod/mini'

/** What was typed and not yet sent, good for this tab. Half-written fields are fine here. */
const draftSchema = z.object({
  about: z.enum(CONTACT_TOPIC_IDS),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  message: z.string(),
})

export type ContactDraft = z.infer<typeof draftSchema>

const KEY = 'voxhall.contactDraft'

/** Null when there is none, or none that can be read. */
export function readDraft(): ContactDraft | null {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Null removes it. A browser that keeps nothing only means that a reload loses the words. */
export function writeDraft(draft: ContactDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(draftSchema.parse(draft)))
  } catch {
    // Blocked or full: the words are still in the form.
  }
}
