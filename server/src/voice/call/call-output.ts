import type { ActionForm, CallEndReason, HelpOffer, ShownCard, TurnTimings } from '#contract/realtime.ts'
import type { MouthCue } from '#contract/visemes.ts'
import type { ConversationItem } from './conversation.ts'

/** What a call reports to its connection; realtime/ translates it into events of the protocol. */
export type CallOutput =
  | { type: 'speech-started'; itemId: string; audioMs: number }
  | { type: 'speech-stopped'; itemId: string; audioMs: number }
  | { type: 'utterance-committed'; itemId: string; previousItemId: string | undefined }
  | { type: 'item-added'; item: ConversationItem; previousItemId: string | undefined }
  | { type: 'item-removed'; itemId: string }
  | { type: 'transcribed'; itemId: string; text: string; durationMs: number }
  | { type: 'transcription-failed'; itemId: string }
  | {
      type: 'response-started'
      responseId: string
      item: ConversationItem
      previousItemId: string | undefined
      modality: Modality
    }
  | { type: 'words'; responseId: string; itemId: string; text: string; modality: Modality }
  | { type: 'mouth'; responseId: string; itemId: string; cues: MouthCue[] }
  | { type: 'audio'; responseId: string; itemId: string; samples: Float32Array }
  | { type: 'audio-sent'; responseId: string; itemId: string }
  | {
      type: 'response-ended'
      responseId: string
      item: ConversationItem
      previousItemId: string | undefined
      modality: Modality
      ending: ResponseEnding
    }
  | { type: 'held'; itemId: string }
  | { type: 'resumed'; itemId: string }
  | { type: 'truncated'; itemId: string; audioEndMs: number }
  | { type: 'timings'; itemId: string; timings: TurnTimings }
  /** Sound of this total length contained no recognisable words. */
  | { type: 'wordless-sound'; soundMs: number }
  /** Becomes the event `voxhall.help`. */
  | { type: 'help'; offer: HelpOffer | null }
  /** Becomes the event `voxhall.form`. */
  | { type: 'form'; form: ActionForm | null }
  | { type: 'card'; card: ShownCard }
  | { type: 'time-left'; remainingMs: number }
  | { type: 'ended'; reason: CallEndReason; durationMs: number }

/** Whether an answer is spoken or only written; it does not change once the answer has begun. */
export type Modality = 'audio' | 'text'

export type ResponseEnding =
  | { status: 'completed' }
  | { status: 'cancelled'; because: 'speech' | 'request' }
  | { status: 'failed'; message: string }
