/** The privacy statement about a person's own calls, shown with each list of them. */
export const CALL_PROMISE = 'What was said in them. Only you can read this; the sound itself is not kept.'
