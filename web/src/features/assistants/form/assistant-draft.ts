import { VOICE_IDS } from '#contract/voices.ts'
import * as z from 'zod/mini'
import { browserDrafts, type DraftBox } from '../../../lib/draft-box.ts'
import { EMPTY_FORM, type AssistantForm } from './assistant-form.ts'
import { asPhoto, isFresh, type ChosenPhoto } from './photo.ts'

/**
 * Stores the form as filled in so far, including the photo, so that nothing is lost when the dialog, the tab or the
 * browser is closed.
 */

const WORDS = 'assistant.words'
const PHOTO = 'assistant.photo'
const KEPT_FOR_MS = 60 * 86_400_000

const pointSchema = z.looseObject({ x: z.number(), y: z.number() })
const wordsSchema = z.object({
  savedAtMs: z.number(),
  /** Identifies this form: sending it several times creates one assistant only. */
  submissionId: z.string(),
  form: z.object({
    photoFace: z.nullable(
      z.custom<NonNullable<AssistantForm['photoFace']>>(
        (face) => z.looseObject({ chin: z.optional(pointSchema) }).safeParse(face).success,
      ),
    ),
    assistantName: z.string(),
    voiceId: z.enum(VOICE_IDS),
    firstMessage: z.string(),
    systemPrompt: z.string(),
    pairs: z.array(z.object({ question: z.string(), answer: z.string() })),
    notes: z.string(),
  }),
})

export interface AssistantDraft {
  form: AssistantForm
  submissionId: string
}

/** Reuses the known photo for the same file, since every new photo would get another object URL. */
function shownPhoto(file: File, known: ChosenPhoto | null | undefined): ChosenPhoto {
  const isSame =
    known &&
    isFresh(known) &&
    known.file.name === file.name &&
    known.file.size === file.size &&
    known.file.type === file.type
  return isSame ? known : asPhoto(file)
}

export function createAssistantDrafts(box: DraftBox = browserDrafts, nowMs: () => number = Date.now) {
  let keptPhoto: ChosenPhoto | null | undefined
  // Writes run one after another, so that an older one cannot finish last.
  let queue = Promise.resolve()
  const inTurn = (write: () => Promise<void>): Promise<void> => (queue = queue.then(write, write))

  return {
    async read(): Promise<AssistantDraft> {
      await queue
      const kept = wordsSchema.safeParse(await box.read(WORDS))
      if (!kept.success || nowMs() - kept.data.savedAtMs > KEPT_FOR_MS) {
        return { form: EMPTY_FORM, submissionId: crypto.randomUUID() }
      }
      const file = await box.read(PHOTO)
      const photo = file instanceof File ? shownPhoto(file, keptPhoto) : null
      keptPhoto = photo
      return { form: { ...kept.data.form, photo }, submissionId: kept.data.submissionId }
    },

    /** Stores the latest fields. The photo is written only when it has changed. */
    keep: ({ form, submissionId }: AssistantDraft): Promise<void> =>
      inTurn(async () => {
        const { photo, ...words } = form
        await box.keep(WORDS, { savedAtMs: nowMs(), submissionId, form: words })
        if (photo === keptPhoto) return
        keptPhoto = photo
        if (photo !== null && isFresh(photo)) await box.keep(PHOTO, photo.file)
        else await box.forget(PHOTO)
      }),

    /** Deletes the draft after the form was submitted. */
    forget: (): Promise<void> =>
      inTurn(async () => {
        keptPhoto = undefined
        await box.forget(WORDS)
        await box.forget(PHOTO)
      }),
  }
}
