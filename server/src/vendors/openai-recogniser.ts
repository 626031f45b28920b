import { z } from 'zod'
import { endsMidSentence } from '#contract/unfinished-text.ts'
import { joinSamples } from '../voice/audio/pcm16.ts'
import { encodeWav } from '../voice/audio/wav.ts'
import type { Recogniser, RecogniserStream, Recognition } from '../voice/ports.ts'
import type { CallSpending } from '../voice/spending.ts'
import { brokenOff, callOpenAi, modelOf, OPENAI, readChunks, type OpenAiEndpoint } from './openai-endpoint.ts'
import { VendorError } from './vendor-error.ts'
import { readJson, readText, type VendorReply } from './vendor-http.ts'

const RATE_HZ = 16_000
const MAX_SAMPLES = 20 * RATE_HZ
/** Shorter sounds hold no word, and some servers refuse them. */
const MIN_SAMPLES = 0.2 * RATE_HZ
const REPLY_BYTES = 200_000

/** Three forms: events of OpenAI and Speaches, chunks of vLLM, and plain texts of older servers. */
const eventSchema = z.union([
  z.object({ type: z.literal('transcript.text.delta'), delta: z.string() }),
  z.object({ type: z.literal('transcript.text.done'), text: z.string() }),
  z.object({ type: z.string() }),
  z.object({
    choices: z.array(
      z.object({ delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason: z.string().nullish() }),
    ),
  }),
  z.object({ text: z.string() }),
])
const wholeSchema = z.object({ text: z.string() })

/**
 * Transcription models turn silence into bracketed notes and into closing lines of the videos that they were trained
 * on.
 */
const NO_WORDS =
  /^(?:you|thanks for watching|thank you for watching|please subscribe|subtitles? by .*|amara org|bye bye bye)$/

interface OpenAiRecogniserOptions {
  endpoint: OpenAiEndpoint
  /** ISO 639-1. If undefined, the server detects the language, and may detect another one each time. */
  language?: string | undefined
}

/**
 * A recogniser behind `/audio/transcriptions`, for unrestricted speech. It sends an utterance as a whole once it has
 * ended, and asks for the transcript as a stream. Once the server has shown that it does not support streaming, the
 * recogniser no longer asks for a stream.
 * @throws {VendorError}
 */
export function createOpenAiRecogniser({ endpoint, language }: OpenAiRecogniserOptions): Recogniser {
  const model = modelOf(endpoint)
  let streams = true

  async function transcribe(
    samples: Float32Array,
    { signal, spending }: { signal: AbortSignal; spending: CallSpending | undefined },
    asStream = streams,
  ): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([encodeWav(samples, RATE_HZ)], { type: 'audio/wav' }), 'speech.wav')
    form.set('model', await model(signal))
    form.set('response_format', 'json')
    if (language !== undefined) form.set('language', language)
    if (asStream) form.set('stream', 'true')
    spending?.spend('hearingRequest', 1)
    spending?.spend('hearing', (samples.length / RATE_HZ) * 1_000)
    try {
      const reply = await callOpenAi(endpoint, '/audio/transcriptions', { form, signal })
      const text = await readTranscript(reply)
      // An empty stream: a server that sends an event for each segment sends none for silence, so ask again without
      // streaming.
      return text ?? (asStream ? await transcribe(samples, { signal, spending }, false) : '')
    } catch (error) {
      const isAboutStreams = error instanceof VendorError && (error.status === 400 || error.status === 422)
      if (!asStream || !isAboutStreams) throw error
      streams = false
      return transcribe(samples, { signal, spending }, false)
    }
  }

  function open(spending: CallSpending | undefined): RecogniserStream {
    const pieces: Float32Array[] = []
    let length = 0
    const abort = new AbortController()
    let result: Promise<Recognition> | undefined

    async function recognise(): Promise<Recognition> {
      if (length < MIN_SAMPLES) return { text: '', understood: false }
      const text = asSaid(await transcribe(joinSamples(pieces), { signal: abort.signal, spending }))
      return { text, understood: text !== '', isUnfinished: endsMidSentence(text) }
    }
    return {
      write(samples) {
        if (result || length >= MAX_SAMPLES) return
        pieces.push(samples.slice())
        length += samples.length
      },
      // Nothing is sent before the utterance ends, so there is no progress to report.
      progress: async () => 'unknown',
      finish: () => (result ??= recognise()),
      cancel: () => abort.abort(new DOMException('The stretch of speech was given up.', 'AbortError')),
    }
  }

  return { open: (_, request) => open(request?.spending), warm: async () => undefined, close: async () => undefined }
}

/** The transcript, or undefined for a stream that ended properly without any event. */
async function readTranscript(reply: VendorReply): Promise<string | undefined> {
  if (reply.contentType !== 'text/event-stream') {
    if (reply.contentType === 'text/plain') return readText(reply.bytes, REPLY_BYTES)
    return (await readJson(OPENAI, wholeSchema, reply, REPLY_BYTES)).text
  }
  let text = ''
  let isComplete = false
  let isEmpty = true
  for await (const event of readChunks(reply, eventSchema)) {
    isEmpty = false
    if (!event) return text
    if ('choices' in event) {
      const [choice] = event.choices
      text += choice?.delta?.content ?? ''
      if (choice?.finish_reason) isComplete = true
    } else if ('delta' in event) text += event.delta
    else if ('type' in event && 'text' in event) return event.text
    else if ('text' in event) {
      // This server sends one segment in each event and marks the end only by closing the stream.
      text += text === '' || event.text.startsWith(' ') ? event.text : ` ${event.text}`
      isComplete = true
    }
  }
  if (isEmpty) return undefined
  if (!isComplete) throw brokenOff()
  return text
}

/** Removes notes such as `[BLANK_AUDIO]`, `(music)` or `♪`; empty if no words are left. */
function asSaid(transcript: string): string {
  const text = transcript
    .replace(/\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|<\|[^|]*\|>|♪/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' || NO_WORDS.test(words) ? '' : text
}
