import { VOICE_IDS, VOICES } from '#contract/voices.ts'
import * as z from 'zod/mini'
import type { Photo } from './photo.ts'

/** What the form of an own assistant holds, and when it may be submitted (spec section 5: the starred fields). */

export const ASSISTANT_NAME_MAX_LENGTH = 60
export const FIRST_MESSAGE_MAX_LENGTH = 300
export const SYSTEM_PROMPT_MAX_LENGTH = 4_000

const [DEFAULT_VOICE] = VOICES

/** As shown in the select; the first voice is the one taken for granted. */
export const VOICE_OPTIONS = VOICES.map(({ id, label, description }) => ({
  value: id,
  label: `${label}${id === DEFAULT_VOICE.id ? ' (default)' : ''}: ${description.toLowerCase()}`,
}))

function required(message: string, maxLength: number) {
  return z
    .string()
    .check(z.trim(), z.minLength(1, message), z.maxLength(maxLength, `Use at most ${maxLength} characters.`))
}

export const assistantFormSchema = z.object({
  photo: z.nullable(z.custom<Photo>()).check(z.refine((photo) => photo !== null, 'Add a photo for your assistant.')),
  assistantName: required('Give your assistant a name.', ASSISTANT_NAME_MAX_LENGTH),
  voiceId: z.enum(VOICE_IDS),
  firstMessage: required('Write what your assistant says first.', FIRST_MESSAGE_MAX_LENGTH),
  systemPrompt: z
    .string()
    .check(z.trim(), z.maxLength(SYSTEM_PROMPT_MAX_LENGTH, `Use at most ${SYSTEM_PROMPT_MAX_LENGTH} characters.`)),
})

export type AssistantForm = z.infer<typeof assistantFormSchema>

export const EMPTY_FORM: AssistantForm = {
  photo: null,
  assistantName: '',
  voiceId: DEFAULT_VOICE.id,
  firstMessage: '',
  systemPrompt: '',
}
