import type { DraftContent, OwnAssistant } from '#contract/own-assistant.ts'
import * as z from 'zod/mini'
import { api } from '../../../lib/api.ts'
import { apiFetch } from '../../../lib/api-fetch.ts'
import { hereTimeZone } from '../../../lib/formatting.ts'
import { successBody } from '../../../lib/success-body.ts'
import type { AssistantForm } from './assistant-form.ts'
import { encodePhoto, isFresh, type ChosenPhoto, type KeptPhoto } from './photo.ts'

const uploadedSchema = z.object({ id: z.string(), url: z.string() })

/**
 * Puts a new picture on the server. Pictures that are there already stay what they are.
 * @throws ApiProblem, or PhotoRefused where this browser can no longer read it
 */
export async function uploadPhoto(photo: ChosenPhoto): Promise<KeptPhoto> {
  if (!isFresh(photo)) return photo
  const body = new FormData()
  body.append('photo', await encodePhoto(photo), 'photo')
  const response = await apiFetch('/api/files/photos', { method: 'POST', body })
  const { id, url } = uploadedSchema.parse(await response.json())
  return { name: photo.name, photoId: id, url }
}

/** What the form holds, as it travels. */
export function contentOf(form: AssistantForm, { photoId }: Pick<KeptPhoto, 'photoId'>): DraftContent {
  const { assistantName, voiceId, firstMessage, systemPrompt, pairs, notes, photoFace } = form
  return { name: assistantName, voiceId, firstMessage, systemPrompt, knowledge: { pairs, notes }, photoId, photoFace }
}

/** Makes the assistant. Sent twice with the same mark, it is one. */
export function createAssistant(form: AssistantForm, photo: KeptPhoto, submissionId: string): Promise<OwnAssistant> {
  return successBody(
    api.api['own-assistants'].$post({ json: { ...contentOf(form, photo), submissionId, timeZone: hereTimeZone() } }),
  )
}

/** An assistant as the form has it. */
export function formOf(content: DraftContent & { photoUrl: string }): AssistantForm {
  const { name, voiceId, firstMessage, systemPrompt, knowledge, photoId, photoUrl, photoFace } = content
  return {
    photo: { name: 'The photo it has', photoId, url: photoUrl },
    photoFace,
    assistantName: name,
    voiceId,
    firstMessage,
    systemPrompt,
    pairs: knowledge.pairs,
    notes: knowledge.notes,
  }
}
