/** What is promised about somebody's own calls, wherever they are listed. */
export const CALL_PROMISE = 'What was said in them. Only you can read this; the sound itself is not kept.'
