/** Why a page or file could not be read, in words for the owner who named it. */
export const READING_PROBLEMS = {
  'not-found': 'There is no page at that address (404). Check the address.',
  closed: 'That page is not open to everyone: the server asks for a login or refuses our request.',
  'server-failed': 'The server at that address answered with an error. Try again later.',
  'not-text': 'That is not a text document. Web pages, PDF, Word (.docx) and text files can be read.',
  'too-large': 'That is too large to be read. Use a shorter document, or only the part that matters.',
  'too-slow': 'That took too long to read. Use a shorter document, or save it again and retry.',
  locked: 'That file is protected with a password. Save it without one and add it again.',
  scanned:
    'That PDF has no text that can be read: it is empty, or has only pictures of text. Save it with text (often called OCR) and add it again.',
  'old-word': 'That is an older or password-protected Word file. Save it as .docx without a password and add it again.',
  misnamed: 'That file is not a PDF or Word file, although its name says so. Save it again, or as .txt if it is text.',
  'no-answers': 'It was read, but nothing in it could become an answer. Use a page or file with whole sentences.',
  empty: 'No text was found there. It is empty, or a page that creates its text only with scripts.',
  broken: 'That file is damaged and could not be read. Save it again and add the new copy.',
  interrupted: 'Reading was interrupted. Please start it again.',
} as const
export type ReadingProblem = keyof typeof READING_PROBLEMS

export class ReadingError extends Error {
  readonly problem: ReadingProblem

  constructor(problem: ReadingProblem, cause?: unknown) {
    super(READING_PROBLEMS[problem], { cause })
    this.name = 'ReadingError'
    this.problem = problem
  }
}
