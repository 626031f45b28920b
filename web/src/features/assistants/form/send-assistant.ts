import type { DraftContent, OwnAssistant } from '#contract/own-assistant.ts'
import * as z from 'zod/mini'
import { api, successBody } from '../../../lib/api.ts'
import { apiFetch } from '../../../lib/api-fetch.ts'
import { hereTimeZone } from '../../../lib/formatting.ts'
import type { AssistantForm } from './assistant-form.ts'
import { encodePhoto, isFresh, type ChosenPhoto, type KeptPhoto } from './photo.ts'

const uploadedSchema = z.object({ id: z.string(), url: z.string() })

/**
 * Uploads a new picture. A picture that is already stored is returned unchanged.
 * @throws ApiProblem, or PhotoRefused when this browser can no longer read the file
 */
export async function uploadPhoto(photo: ChosenPhoto, signal?: AbortSignal): Promise<KeptPhoto> {
  if (!isFresh(photo)) return photo
  const body = new FormData()
  body.append('photo', await encodePhoto(photo), 'photo')
  const response = await apiFetch('/api/files/photos', { method: 'POST', body, signal })
  const { id, url } = uploadedSchema.parse(await response.json())
  return { name: photo.name, photoId: id, url }
}

/** The form's content as the body of a request. */
export function contentOf(form: AssistantForm, { photoId }: Pick<KeptPhoto, 'photoId'>): DraftContent {
  const { assistantName, voiceId, firstMessage, systemPrompt, pairs, notes, photoFace } = form
  return { name: assistantName, voiceId, firstMessage, systemPrompt, knowledge: { pairs, notes }, photoId, photoFace }
}

/** Creates the assistant. A second request with the same `submissionId` corrects it and does not create another one. */
export function createAssistant(
  form: AssistantForm,
  photo: KeptPhoto,
  submissionId: string,
  signal: AbortSignal,
): Promise<OwnAssistant> {
  const json = { ...contentOf(form, photo), submissionId, timeZone: hereTimeZone() }
  return successBody(api.api['own-assistants'].$post({ json }, { init: { signal } }))
}

/** The form's fields for an assistant's content. */
export function formOf(content: DraftContent & { photoUrl: string }): AssistantForm {
  const { name, voiceId, firstMessage, systemPrompt, knowledge, photoId, photoUrl, photoFace } = content
  return {
    photo: { name: 'Current photo', photoId, url: photoUrl },
    photoFace,
    assistantName: name,
    voiceId,
    firstMessage,
    systemPrompt,
    pairs: knowledge.pairs,
    notes: knowledge.notes,
  }
}
