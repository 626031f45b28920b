import { join } from 'node:path'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { firstPart } from '../../server/src/voice/brain/answer-parts.ts'
import { readSpeechManifest, SPEECH_FOLDER } from './speech-manifest.ts'

/** A recorded question, and how its assistant should begin its answer. */
export interface RecordedQuestion {
  path: string
  assistantId: string
  assistantName: string
  text: string
  answer: string
}

/** All recordings of questions that the catalogue's assistants can answer. */
export function recordedQuestions(): RecordedQuestion[] {
  return readSpeechManifest().flatMap(({ file, assistantId, entryId, text }) => {
    const assistant = CATALOGUE_DEFINITIONS.find(({ id }) => id === assistantId)
    const entry = assistant?.knowledge.find(({ id }) => id === entryId)
    if (!assistant || !entry) return []
    const path = join(SPEECH_FOLDER, file)
    const answer = firstPart(entry.answer, assistant.voiceId)
    return [{ path, assistantId: assistant.id, assistantName: assistant.name, text, answer }]
  })
}

/** Recordings of speech that no assistant can answer. */
export function recordedStrangers(): { path: string; text: string }[] {
  return readSpeechManifest()
    .filter(({ entryId }) => entryId === null)
    .map(({ file, text }) => ({ path: join(SPEECH_FOLDER, file), text }))
}
