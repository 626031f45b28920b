import { VOICE_IDS } from '#contract/voices.ts'
import * as z from 'zod/mini'
import { alsoInTab, keepInTab, readInTab } from '../../lib/tab-store.ts'
import { EMPTY_FORM, type AssistantForm } from './assistant-form.ts'
import { forgetPhoto, type Photo } from './photo.ts'

/**
 * What was filled in so far, so that closing the dialog or loading the page again loses no word. The photo, too large for
 * the tab's storage, lives as long as the page.
 */

const DRAFT_KEY = 'voxhall.assistantDraft'

const draftSchema = z.object({
  assistantName: z.string(),
  voiceId: z.enum(VOICE_IDS),
  firstMessage: z.string(),
  systemPrompt: z.string(),
})

let keptPhoto: Photo | null = null
alsoInTab(() => keepPhoto(null))

function keepPhoto(photo: Photo | null): void {
  if (keptPhoto !== null && keptPhoto.url !== photo?.url) forgetPhoto(keptPhoto)
  keptPhoto = photo
}

export function readDraft(): AssistantForm {
  return { ...EMPTY_FORM, ...readInTab(DRAFT_KEY, draftSchema), photo: keptPhoto }
}

export function keepDraft({ photo, ...words }: AssistantForm): void {
  keepPhoto(photo)
  keepInTab(DRAFT_KEY, words)
}

/** Whether there is anything that starting over would lose. */
export function isEmptyDraft(form: AssistantForm): boolean {
  return form.photo === null && [form.assistantName, form.firstMessage, form.systemPrompt].every((text) => text === '')
}
