/** Limits of an own assistant. Free of zod, because forms in the browser import them too. */

export const ASSISTANT_NAME_MAX_LENGTH = 60
export const FIRST_MESSAGE_MAX_LENGTH = 300
export const SYSTEM_PROMPT_MAX_LENGTH = 4_000

/** The most questions with answers. */
export const KNOWLEDGE_MAX_PAIRS = 150
export const QUESTION_MIN_LENGTH = 3
export const QUESTION_MAX_LENGTH = 120
/** About forty seconds of speech. */
export const ANSWER_MAX_LENGTH = 600
/** Length of the pasted text from which knowledge is read. */
export const NOTES_MAX_LENGTH = 12_000

/** Length of the title of the page or file from which an answer was taken. */
export const ORIGIN_TITLE_MAX_LENGTH = 200
/** The number of published versions that are kept to go back to. */
export const MAX_KEPT_VERSIONS = 20

/** The most own assistants of one account, including drafts and paused ones. */
export const MAX_OWN_ASSISTANTS = 50

/** Messages shared by the form and the server's error answers. */
export const OWN_ASSISTANT_WORDS = {
  photoMissing: 'Add a photo for your assistant.',
  nameMissing: 'Give your assistant a name.',
  firstMessageMissing: 'Write what your assistant says first.',
  questionMissing: 'Write the question.',
  questionTooShort: 'The question is too short.',
  answerMissing: 'Write the answer.',
  tooManyPairs: `At most ${KNOWLEDGE_MAX_PAIRS} questions fit. Put the rest into the text below, or leave it out.`,
} as const

export function tooLong(maxLength: number): string {
  return `Use at most ${maxLength} characters.`
}
