/** What a text to be spoken must be; the page and the server's check both need it, so it stays free of zod. */

/** About twenty seconds of speech. */
export const SPOKEN_TEXT_MAX_LENGTH = 300

/** Of a talking video: about half a minute of speech, and what its maker takes. */
export const VIDEO_TEXT_MAX_LENGTH = 500
export const VIDEO_TEXT_MIN_LENGTH = 3

export const SPOKEN_TEXT_MISSING = 'Please enter some text to speak'

/** Carries a person's own key to ElevenLabs, for this one request; nothing keeps it. */
export const SPEECH_KEY_HEADER = 'X-Speech-Key'

export const SPEECH_KEY_MISSING = 'Please provide your ElevenLabs API key'
