/** Limits of a text to be spoken. Free of zod, because forms in the browser import them too. */

/** About twenty seconds of speech. */
export const SPOKEN_TEXT_MAX_LENGTH = 300

/** The limit for talking videos: about half a minute of speech. */
export const VIDEO_TEXT_MAX_LENGTH = 500
export const VIDEO_TEXT_MIN_LENGTH = 3

export const SPOKEN_TEXT_MISSING = 'Please enter some text to speak'

/** The header for a person's own ElevenLabs key. It is used for the one request and never stored. */
export const SPEECH_KEY_HEADER = 'X-Speech-Key'

export const SPEECH_KEY_MISSING = 'Please provide your ElevenLabs API key'
