/** How much an assistant of one's own may hold; forms in the browser need it too, so it stays free of zod. */

export const ASSISTANT_NAME_MAX_LENGTH = 60
export const FIRST_MESSAGE_MAX_LENGTH = 300
export const SYSTEM_PROMPT_MAX_LENGTH = 4_000

/** Of questions with their answers. */
export const KNOWLEDGE_MAX_PAIRS = 150
export const QUESTION_MIN_LENGTH = 3
export const QUESTION_MAX_LENGTH = 120
/** Some forty seconds of speech. */
export const ANSWER_MAX_LENGTH = 600
/** Of pasted text. */
export const NOTES_MAX_LENGTH = 12_000

/** Of the page or file from which an answer was taken. */
export const ORIGIN_TITLE_MAX_LENGTH = 200
/** Published ones that can be gone back to. */
export const MAX_KEPT_VERSIONS = 20

/** Of one account, drafts and paused ones included. */
export const MAX_OWN_ASSISTANTS = 50

/** Words for a form and for the server's refusals alike. */
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
