import { z } from 'zod'
import { fileIdSchema } from './files.ts'
import { lineSchema } from './line-schema.ts'
import {
  ANSWER_MAX_LENGTH,
  ASSISTANT_NAME_MAX_LENGTH,
  FIRST_MESSAGE_MAX_LENGTH,
  KNOWLEDGE_MAX_PAIRS,
  NOTES_MAX_LENGTH,
  ORIGIN_TITLE_MAX_LENGTH,
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
import { foundTimeZoneSchema } from './time-zone.ts'

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

/** Where an answer was read, shown to the owner beside it. */
export const knowledgeOriginSchema = z.object({
  /** The page's title, or the file's name. */
  title: z.string().min(1).max(ORIGIN_TITLE_MAX_LENGTH),
  /** Of a page; null for a file. */
  url: z
    .string()
    .regex(/^https?:\/\//)
    .max(2_000)
    .nullable(),
})

export const knowledgePairSchema = z.object({
  question: requiredText(OWN_ASSISTANT_WORDS.questionMissing, QUESTION_MAX_LENGTH).pipe(
    z.string().min(QUESTION_MIN_LENGTH, OWN_ASSISTANT_WORDS.questionTooShort),
  ),
  answer: requiredText(OWN_ASSISTANT_WORDS.answerMissing, ANSWER_MAX_LENGTH),
  source: knowledgeOriginSchema.optional(),
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

/** The same while it is being changed: what is missing is missed when it is published. */
export const draftContentSchema = ownAssistantContentSchema.extend({
  name: lineSchema('name', ASSISTANT_NAME_MAX_LENGTH),
  firstMessage: text(FIRST_MESSAGE_MAX_LENGTH),
  knowledge: ownKnowledgeSchema.extend({
    pairs: z
      .array(
        z.object({
          question: text(QUESTION_MAX_LENGTH),
          answer: text(ANSWER_MAX_LENGTH),
          source: knowledgeOriginSchema.optional(),
        }),
      )
      .max(KNOWLEDGE_MAX_PAIRS, OWN_ASSISTANT_WORDS.tooManyPairs),
  }),
})

export const createOwnAssistantRequestSchema = ownAssistantContentSchema.extend({
  /** Made by the page for one form: the same one sent twice makes one assistant. */
  submissionId: z.uuid('This form is out of date. Please reload the page.'),
  timeZone: foundTimeZoneSchema,
})

export const editOwnAssistantRequestSchema = ownAssistantContentSchema.extend({
  /** As it was when the editing began. */
  version: z.int().min(1),
})

/** The assistant's `version` that the change begins from; the change is refused on an older one. */
const baseVersion = z.int().min(1)

export const saveDraftRequestSchema = draftContentSchema.extend({ version: baseVersion })
export const savedDraftSchema = z.object({
  version: z.int(),
  /** False where the draft is as published, and so none. */
  hasDraft: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export const onVersionRequestSchema = z.object({ version: baseVersion })

/** A form that is not submitted yet, to be talked with: no photo is needed for that. */
export const tryAssistantRequestSchema = ownAssistantContentSchema.omit({ photoId: true, photoFace: true })
/** For `POST /api/own-assistants/{id}/calls`: good for ten minutes and for its maker alone. */
export const tryAssistantResponseSchema = z.object({ id: z.string() })

export const ownAssistantSchema = ownAssistantContentSchema.extend({
  id: z.string(),
  slug: z.string(),
  status: z.enum(OWN_ASSISTANT_STATUSES),
  /** Goes up with every change, of the draft as well. */
  version: z.int(),
  /** The number of the version that callers hear; the other fields are what stands in it. */
  published: z.int(),
  /** There are changes that are not published. */
  hasDraft: z.boolean(),
  /** Of the business: opening hours, appointments, figures and the days of limits go by it. */
  timeZone: z.string(),
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

/** One assistant as its workshop shows it. */
export const ownAssistantDetailSchema = ownAssistantSchema.extend({
  /** What its owner is changing; as published without a draft. */
  editing: draftContentSchema.extend({ photoUrl: z.string() }),
  plan: ownPlanSchema,
})

export const assistantVersionSchema = z.object({
  number: z.int(),
  publishedAt: z.iso.datetime(),
})
/** Newest first; the first is what callers hear. */
export const listVersionsResponseSchema = z.object({ versions: z.array(assistantVersionSchema) })
export const assistantVersionDetailSchema = assistantVersionSchema.extend({
  content: draftContentSchema.extend({ photoUrl: z.string() }),
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
    /** For how many days the business keeps what visitors say; null: not at all. */
    keptDays: z.int().nullable(),
    status: z.enum(OWN_ASSISTANT_STATUSES),
  }),
  z.object({
    /** `paused` by its owner, `draft`: not open yet, or no longer. */
    state: z.enum(['paused', 'draft']),
  }),
])

export type OwnKnowledge = z.infer<typeof ownKnowledgeSchema>
export type OwnAssistantContent = z.infer<typeof ownAssistantContentSchema>
export type NewAssistant = z.infer<typeof createOwnAssistantRequestSchema>
export type TryAssistantContent = z.infer<typeof tryAssistantRequestSchema>
export type DraftContent = z.infer<typeof draftContentSchema>
export type OwnAssistantDetail = z.infer<typeof ownAssistantDetailSchema>
export type AssistantVersion = z.infer<typeof assistantVersionSchema>
export type SavedDraft = z.infer<typeof savedDraftSchema>
export type OwnAssistant = z.infer<typeof ownAssistantSchema>
export type OwnPlan = z.infer<typeof ownPlanSchema>
export type AssistantPage = z.infer<typeof assistantPageSchema>
