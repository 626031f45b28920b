import type { TryAssistantContent } from '#contract/own-assistant.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import type { ReactNode } from 'react'
import { api } from '../../../../lib/api.ts'
import { successBody } from '../../../../lib/success-body.ts'
import type { AssistantForm } from '../assistant-form.ts'

/** A conversation with the assistant of the form. The talk feature has it; a route brings the two together. */
export type RenderConversation = (props: ConversationProps) => ReactNode

export interface ConversationProps {
  /** As it is shown. The id is that of a drawn face where there is no photo. */
  assistant: { id: string; name: string; image: string; photoFace: PhotoFace | null }
  /** Has the server keep the form as it is at this moment. @returns the id to call. @throws ApiProblem */
  prepare: (signal: AbortSignal) => Promise<string>
  onExit: () => void
}

export const UNNAMED = 'Your assistant'
/** Of an assistant that has none yet. */
export const GREETING_MEANWHILE = 'Hello. What would you like to know?'

/** A form need not be complete to be talked with: what is missing is left out or stood in for. */
export function tryContentOf(form: AssistantForm): TryAssistantContent {
  const { assistantName, voiceId, firstMessage, systemPrompt, pairs, notes } = form
  const whole = pairs.filter(({ question, answer }) => question.trim() !== '' && answer.trim() !== '')
  return {
    name: assistantName.trim() || UNNAMED,
    voiceId,
    firstMessage: firstMessage.trim() || GREETING_MEANWHILE,
    systemPrompt,
    knowledge: { pairs: whole, notes },
  }
}

/** What the assistant does without in a conversation, in words for its maker; null when nothing is missing. */
export function missingForTalk({
  assistantName,
  firstMessage,
  pairs,
  notes,
  systemPrompt,
}: AssistantForm): string | null {
  const missing = [
    ...(assistantName.trim() === '' ? ['a name'] : []),
    ...(firstMessage.trim() === '' ? ['a first message'] : []),
    ...(pairs.length === 0 && notes.trim() === '' && systemPrompt.trim() === '' ? ['anything to know'] : []),
  ]
  if (missing.length === 0) return null
  return `Your form does not have ${new Intl.ListFormat('en', { type: 'disjunction' }).format(missing)} yet.`
}

export async function prepareTry(form: AssistantForm, signal: AbortSignal): Promise<string> {
  const { id } = await successBody(
    api.api['own-assistants'].tries.$post({ json: tryContentOf(form) }, { init: { signal } }),
  )
  return id
}
