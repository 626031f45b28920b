/**
 * The models used where the environment names none. Models are retired, so their names stand in this file alone. OpenAI
 * announces retirements at https://developers.openai.com/api/docs/deprecations and, as `shutdown_date`, in `GET
 * /v1/models`. Last compared on 22 November 2026; see docs/recipes/cloud-voice.md.
 */
export const OPENAI_MODELS = {
  BRAIN: 'gpt-5.4-mini',
  STT: 'gpt-transcribe',
  /** OpenAI retires every model of `/audio/speech` on 6 January 2027 and has announced no successor for that endpoint. */
  TTS: undefined,
} as const

/** Names that most OpenAI-compatible servers accept for the model that they run. A language model is looked up instead. */
export const USUAL_MODELS = { BRAIN: undefined, STT: 'whisper-1', TTS: 'tts-1' } as const

/** The OpenAI model that Vapi is asked to use (https://docs.vapi.ai/api-reference/assistants/create-assistant). */
export const VAPI_MODEL = OPENAI_MODELS.BRAIN
