import { z } from 'zod'
import { fileIdSchema } from './files.ts'
import { lineSchema } from './line-schema.ts'
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
} from './own-assistant-limits.ts'
import { OWN_ASSISTANT_STATUSES } from './own-assistant-status.ts'
import { photoFaceSchema } from './photo-face.ts'
import { VOICE_IDS } from './voices.ts'
import { writtenText } from './written-text.ts'

/** Assistants that people make themselves, as they travel under `/api/own-assistants`. */

const OWN_PREFIX = 'own_'

/** Whether an assistant's id is one of these rather than the catalogue's. */
export function isOwnAssistantId(assistantId: string): boolean {
  return assistantId.startsWith(OWN_PREFIX)
}

export const ownAssistantIdSchema = z.string().regex(/^own_[0-9a-f-]{36}$/, 'There is no such assistant.')
/** The last part of its page's address: the name as it was first, and something that cannot be guessed. */
export const slugSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{2,79}$/, 'There is no such page.')

function text(maxLength: number) {
  return (
    z
      .string()
      // A pasted text may hold zeros, unseen; no database keeps them.
      .transform((written) => writtenText(written.replaceAll('\0', '')))
      .pipe(z.string().max(maxLength, tooLong(maxLength)))
  )
}
function requiredText(missing: string, maxLength: number) {
  return text(maxLength).pipe(z.string().min(1, missing))
}

export const knowledgePairSchema = z.object({
  question: requiredText(OWN_ASSISTANT_WORDS.questionMissing, QUESTION_MAX_LENGTH).pipe(
    z.string().min(QUESTION_MIN_LENGTH, OWN_ASSISTANT_WORDS.questionTooShort),
  ),
  answer: requiredText(OWN_ASSISTANT_WORDS.answerMissing, ANSWER_MAX_LENGTH),
})

export const ownKnowledgeSchema = z.object({
  pairs: z.array(knowledgePairSchema).max(KNOWLEDGE_MAX_PAIRS, OWN_ASSISTANT_WORDS.tooManyPairs).default([]),
  /** Pasted text; see contract/src/own-knowledge.ts for what is made of it. */
  notes: text(NOTES_MAX_LENGTH).default(''),
})

/** What its owner writes and chooses. */
export const ownAssistantContentSchema = z.object({
  name: lineSchema('name', ASSISTANT_NAME_MAX_LENGTH).pipe(z.string().min(1, OWN_ASSISTANT_WORDS.nameMissing)),
  voiceId: z.enum(VOICE_IDS, 'There is no such voice.'),
  firstMessage: requiredText(OWN_ASSISTANT_WORDS.firstMessageMissing, FIRST_MESSAGE_MAX_LENGTH),
  systemPrompt: text(SYSTEM_PROMPT_MAX_LENGTH).default(''),
  knowledge: ownKnowledgeSchema.default({ pairs: [], notes: '' }),
  /** Of `POST /api/files/photos`. */
  photoId: fileIdSchema,
  /** Where the face is in the photo; null until it has been marked. */
  photoFace: photoFaceSchema.nullable().default(null),
})

export const createOwnAssistantRequestSchema = ownAssistantContentSchema.extend({
  /** Made by the page for one form: the same one sent twice makes one assistant. */
  submissionId: z.uuid('This form is out of date. Please reload the page.'),
})

export const editOwnAssistantRequestSchema = ownAssistantContentSchema.extend({
  /** As it was when the editing began. */
  version: z.int().min(1),
})

/** A form that is not submitted yet, to be talked with: no photo is needed for that. */
export const tryAssistantRequestSchema = ownAssistantContentSchema.omit({ photoId: true, photoFace: true })
/** For `POST /api/own-assistants/{id}/calls`: good for ten minutes and for its maker alone. */
export const tryAssistantResponseSchema = z.object({ id: z.string() })

export const ownAssistantSchema = ownAssistantContentSchema.extend({
  id: z.string(),
  slug: z.string(),
  status: z.enum(OWN_ASSISTANT_STATUSES),
  /** Goes up with every edit. */
  version: z.int(),
  photoUrl: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

export const ownPlanSchema = z.object({
  /** How many may be live at once; null for as many as one likes, 0 without a business plan. */
  assistants: z.int().nullable(),
  /** Minutes that are left for their calls; null without a limit, and 0 without a plan. */
  remainingMinutes: z.number().nullable(),
})

export const listOwnAssistantsResponseSchema = z.object({
  /** Newest first. */
  assistants: z.array(ownAssistantSchema),
  plan: ownPlanSchema,
})

/** What stands on its public page. */
export const assistantPageSchema = z.discriminatedUnion('state', [
  z.object({
    /** `open`: all visitors may talk. `test`: a draft or a paused one, seen by its owner, who may try it for a minute. */
    state: z.enum(['open', 'test']),
    id: z.string(),
    name: z.string(),
    firstMessage: z.string(),
    photoUrl: z.string(),
    photoFace: photoFaceSchema.nullable(),
    status: z.enum(OWN_ASSISTANT_STATUSES),
  }),
  z.object({
    /** `paused` by its owner, `draft`: not open yet, or no longer. */
    state: z.enum(['paused', 'draft']),
  }),
])

export type OwnKnowledge = z.infer<typeof ownKnowledgeSchema>
export type OwnAssistantContent = z.infer<typeof ownAssistantContentSchema>
export type TryAssistantContent = z.infer<typeof tryAssistantRequestSchema>
export type OwnAssistant = z.infer<typeof ownAssistantSchema>
export type OwnPlan = z.infer<typeof ownPlanSchema>
export type AssistantPage = z.infer<typeof assistantPageSchema>
