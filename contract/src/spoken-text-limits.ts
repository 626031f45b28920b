/** What a text to be spoken must be; the page and the server's check both need it, so it stays free of zod. */

/** About twenty seconds of speech. */
export const SPOKEN_TEXT_MAX_LENGTH = 300

export const SPOKEN_TEXT_MISSING = 'Please enter some text to speak'
