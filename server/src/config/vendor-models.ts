/**
 * The names of vendors' models that are used where the environment gives none. Names age, so they stand here and nowhere else;
 * OpenAI announces their ends at https://developers.openai.com/api/docs/deprecations and, as `shutdown_date`, in
 * `GET /v1/models`. Last compared on 22 November 2026; see docs/recipes/cloud-voice.md.
 */
export const OPENAI_MODELS = {
  BRAIN: 'gpt-5.4-mini',
  STT: 'gpt-transcribe',
  /** OpenAI ends every model of `/audio/speech` on 6 January 2027 and has announced no successor there. */
  TTS: undefined,
} as const

/** The names that most servers of OpenAI's protocol accept for any model. A language model is looked up instead. */
export const USUAL_MODELS = { BRAIN: undefined, STT: 'whisper-1', TTS: 'tts-1' } as const

/** Of OpenAI, as Vapi calls it (https://docs.vapi.ai/api-reference/assistants/create-assistant). */
export const VAPI_MODEL = OPENAI_MODELS.BRAIN
