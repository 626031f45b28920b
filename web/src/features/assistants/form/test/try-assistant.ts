import type { TryAssistantContent } from '#contract/own-assistant.ts'
import type { ReactNode } from 'react'
import { api, successBody } from '../../../../lib/api.ts'
import type { TryConversationProps } from '../../../call/call.ts'
import type { AssistantForm } from '../assistant-form.ts'

/** Renders a conversation with the assistant of the form. The call feature implements it, and a route passes it in. */
export type RenderConversation = (props: TryConversationProps) => ReactNode

export const UNNAMED = 'Your assistant'
/** Used while the form has no first message. */
const DEFAULT_GREETING = 'Hello. What would you like to know?'

/**
 * The form's content for a trial call. A form need not be complete: missing parts are left out or replaced by defaults.
 */
export function tryContentOf(form: AssistantForm): TryAssistantContent {
  const { assistantName, voiceId, firstMessage, systemPrompt, pairs, notes } = form
  const whole = pairs.filter(({ question, answer }) => question.trim() !== '' && answer.trim() !== '')
  return {
    name: assistantName.trim() || UNNAMED,
    voiceId,
    firstMessage: firstMessage.trim() || DEFAULT_GREETING,
    systemPrompt,
    knowledge: { pairs: whole, notes },
  }
}

/** What the assistant lacks for a conversation, in words for its owner; null when nothing is missing. */
export function missingForTalk(form: AssistantForm): string | null {
  const { assistantName, firstMessage, pairs, notes, systemPrompt } = form
  const missing = [
    ...(assistantName.trim() === '' ? ['a name'] : []),
    ...(firstMessage.trim() === '' ? ['a first message'] : []),
    ...(pairs.length === 0 && notes.trim() === '' && systemPrompt.trim() === '' ? ['anything to know'] : []),
  ]
  if (missing.length === 0) return null
  return `It does not have ${new Intl.ListFormat('en', { type: 'disjunction' }).format(missing)} yet.`
}

/** @param assistantId the submitted assistant whose actions the try has; undefined before the form is submitted */
export async function prepareTry(
  form: AssistantForm,
  assistantId: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { id } = await successBody(
    api.api['own-assistants'].tries.$post({ json: { ...tryContentOf(form), assistantId } }, { init: { signal } }),
  )
  return id
}
