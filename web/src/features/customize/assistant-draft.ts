import { VOICE_IDS } from '#contract/voices.ts'
import * as z from 'zod/mini'
import { EMPTY_FORM, type AssistantForm } from './assistant-form.ts'
import { forgetPhoto, type Photo } from './photo.ts'

/**
 * What was filled in so far, so that closing the dialog or loading the page again loses no word. It lives in the tab's
 * own storage and goes with the tab; the photo, too large for it, lives as long as the page.
 */

const DRAFT_KEY = 'voxhall.assistantDraft'

const draftSchema = z.object({
  assistantName: z.string(),
  voiceId: z.enum(VOICE_IDS),
  firstMessage: z.string(),
  systemPrompt: z.string(),
})

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

let keptPhoto: Photo | null = null

export function readDraft(storage: DraftStorage = sessionStorage): AssistantForm {
  try {
    const draft = draftSchema.safeParse(JSON.parse(storage.getItem(DRAFT_KEY) ?? 'null'))
    return { ...EMPTY_FORM, ...(draft.success ? draft.data : {}), photo: keptPhoto }
  } catch {
    return { ...EMPTY_FORM, photo: keptPhoto }
  }
}

export function keepDraft({ photo, ...words }: AssistantForm, storage: DraftStorage = sessionStorage): void {
  if (keptPhoto !== null && keptPhoto.url !== photo?.url) forgetPhoto(keptPhoto)
  keptPhoto = photo
  try {
    storage.setItem(DRAFT_KEY, JSON.stringify(words))
  } catch {
    // A full or refused storage costs only the convenience.
  }
}

/** Whether there is anything that starting over would lose. */
export function isEmptyDraft(form: AssistantForm): boolean {
  return form.photo === null && [form.assistantName, form.firstMessage, form.systemPrompt].every((text) => text === '')
}
