import {
  ANSWER_MAX_LENGTH,
  ASSISTANT_NAME_MAX_LENGTH,
  FIRST_MESSAGE_MAX_LENGTH,
  KNOWLEDGE_MAX_PAIRS,
  NOTES_MAX_LENGTH,
  OWN_ASSISTANT_WORDS,
  QUESTION_MAX_LENGTH,
  QUESTION_MIN_LENGTH,
  SYSTEM_PROMPT_MAX_LENGTH,
  tooLong,
} from '#contract/own-assistant-limits.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import { VOICE_IDS, VOICES } from '#contract/voices.ts'
import * as z from 'zod/mini'
import type { ChosenPhoto } from './photo.ts'

/** The fields of an own assistant's form, and the conditions for submitting it (spec section 5: the starred fields). */

const [DEFAULT_VOICE] = VOICES

/** The options of the voice select; the first voice is the default. */
export const VOICE_OPTIONS = VOICES.map(({ id, label, description }) => ({
  value: id,
  label: `${label}${id === DEFAULT_VOICE.id ? ' (default)' : ''} · ${description}`,
}))

function text(maxLength: number) {
  return z.string().check(z.trim(), z.maxLength(maxLength, tooLong(maxLength)))
}
function required(message: string, maxLength: number) {
  return z.string().check(z.trim(), z.minLength(1, message), z.maxLength(maxLength, tooLong(maxLength)))
}

const pairSchema = z.object({
  question: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, OWN_ASSISTANT_WORDS.questionMissing),
      z.minLength(QUESTION_MIN_LENGTH, OWN_ASSISTANT_WORDS.questionTooShort),
      z.maxLength(QUESTION_MAX_LENGTH, tooLong(QUESTION_MAX_LENGTH)),
    ),
  answer: required(OWN_ASSISTANT_WORDS.answerMissing, ANSWER_MAX_LENGTH),
  /** The page or file where the pair was read; absent when the owner wrote it. */
  source: z.optional(z.object({ title: z.string(), url: z.nullable(z.string()) })),
})

export const assistantFormSchema = z.object({
  photo: z
    .nullable(z.custom<ChosenPhoto>())
    .check(z.refine((photo) => photo !== null, OWN_ASSISTANT_WORDS.photoMissing)),
  /** The position of the face in the photo; null until it has been marked. */
  photoFace: z.nullable(z.custom<PhotoFace>()),
  assistantName: required(OWN_ASSISTANT_WORDS.nameMissing, ASSISTANT_NAME_MAX_LENGTH),
  voiceId: z.enum(VOICE_IDS),
  firstMessage: required(OWN_ASSISTANT_WORDS.firstMessageMissing, FIRST_MESSAGE_MAX_LENGTH),
  systemPrompt: text(SYSTEM_PROMPT_MAX_LENGTH),
  pairs: z.array(pairSchema).check(z.maxLength(KNOWLEDGE_MAX_PAIRS, OWN_ASSISTANT_WORDS.tooManyPairs)),
  notes: text(NOTES_MAX_LENGTH),
})

export type AssistantForm = z.infer<typeof assistantFormSchema>

export const EMPTY_FORM: AssistantForm = {
  photo: null,
  photoFace: null,
  assistantName: '',
  voiceId: DEFAULT_VOICE.id,
  firstMessage: '',
  systemPrompt: '',
  pairs: [],
  notes: '',
}

/** True when starting over would lose nothing. */
export function isEmptyForm(form: AssistantForm): boolean {
  const { photo, assistantName, firstMessage, systemPrompt, pairs, notes } = form
  return (
    photo === null &&
    pairs.length === 0 &&
    [assistantName, firstMessage, systemPrompt, notes].every((words) => words === '')
  )
}
