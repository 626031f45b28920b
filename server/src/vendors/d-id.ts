import { z } from 'zod'
import type { VideoCause } from '#contract/video-steps.ts'
import type { VoiceId } from '#contract/voices.ts'
import { kindOfStatus, VendorError } from './vendor-error.ts'
import { callVendor, readJson, type VendorCall, type VendorRefusal, type VendorReply } from './vendor-http.ts'

export type Did = ReturnType<typeof createDid>

export interface DidPicture {
  bytes: Uint8Array<ArrayBuffer>
  mediaType: 'image/jpeg' | 'image/png'
}

export interface TalkOrder {
  sourceUrl: string
  text: string
  voiceId: VoiceId
  /** D-ID returns this text with the talk. */
  userData: string
  webhook?: string | undefined
  /** A person's own ElevenLabs key, used for this order only. */
  elevenLabsKey?: string | undefined
}

type TalkProgress =
  | { status: 'pending' }
  | { status: 'done'; resultUrl: string }
  | { status: 'failed'; cause: VideoCause }

interface DidOptions {
  apiBase: string
  /** `API_USER:API_PASSWORD`, in the form that D-ID shows once; sent unchanged. */
  apiKey: string
  /** Replaces the network in tests. */
  fetch?: typeof fetch
  /** Aborts all requests in progress. */
  signal?: AbortSignal
}

const DID = 'D-ID'
const PATIENCE = { firstByteMs: 20_000, betweenMs: 10_000, wholeMs: 60_000 }
const REPLY_BYTES = 1_000_000
/** D-ID refuses shorter texts, so "Hi" is sent as "Hi.". */
const SHORTEST_TEXT = 3
const VIDEO_BYTES = 100_000_000

/** For each of our voices, the most similar of the Microsoft voices that D-ID offers. */
const DID_VOICES: Readonly<Record<VoiceId, string>> = {
  willow: 'en-US-JennyNeural',
  hazel: 'en-US-NancyNeural',
  ivy: 'en-US-AriaNeural',
  juniper: 'en-US-JaneNeural',
  rowan: 'en-US-GuyNeural',
  oak: 'en-US-DavisNeural',
  aspen: 'en-US-TonyNeural',
  alder: 'en-GB-RyanNeural',
  birch: 'en-GB-ThomasNeural',
  linden: 'en-GB-NoahNeural',
}

const imageReply = z.object({ url: z.string().regex(/^(?:s3|https?):\/\//) })
const createReply = z.object({ id: z.string().min(1).max(200) })
const failure = z.object({ kind: z.string(), description: z.string() }).partial()
const talkReply = z.object({
  status: z.string(),
  result_url: z.string().nullish(),
  // The published description of talks lacks this field; those of related endpoints have it.
  error: failure.nullish().catch(null),
})
const envelope = z.object({ kind: z.string(), description: z.string().optional() })

export function createDid({ apiBase, apiKey, ...network }: DidOptions) {
  const base = apiBase.replace(/\/+$/, '')

  async function call<Answer>(schema: z.ZodType<Answer>, path: string, given: Partial<VendorCall>): Promise<Answer> {
    const reply = await callVendor({
      vendor: DID,
      url: `${base}${path}`,
      patience: PATIENCE,
      readRefusal,
      ...network,
      ...given,
      headers: { Authorization: `Basic ${apiKey}`, Accept: 'application/json', ...given.headers },
    })
    return readJson(DID, schema, reply, REPLY_BYTES)
  }

  return {
    async uploadImage({ bytes, mediaType }: DidPicture): Promise<string> {
      const form = new FormData()
      const name = `portrait.${mediaType === 'image/png' ? 'png' : 'jpg'}`
      form.append('image', new Blob([bytes], { type: mediaType }), name)
      return (await call(imageReply, '/images', { form })).url
    },

    async createTalk(order: TalkOrder): Promise<string> {
      const { sourceUrl, text, voiceId, userData, webhook, elevenLabsKey } = order
      const provider =
        elevenLabsKey === undefined ? { type: 'microsoft', voice_id: DID_VOICES[voiceId] } : { type: 'elevenlabs' }
      const json = {
        source_url: sourceUrl,
        script: { type: 'text', input: text.padEnd(SHORTEST_TEXT, '.'), provider, ssml: false, subtitles: false },
        // D-ID does not offer WebM.
        config: { fluent: true, pad_audio: 0, result_format: 'mp4' },
        user_data: userData,
        webhook,
      }
      const headers: Record<string, string> =
        elevenLabsKey === undefined ? {} : { 'x-api-key-external': JSON.stringify({ elevenlabs: elevenLabsKey }) }
      return (await call(createReply, '/talks', { json, headers })).id
    },

    async readTalk(id: string): Promise<TalkProgress> {
      const talk = await call(talkReply, `/talks/${encodeURIComponent(id)}`, { method: 'GET' })
      switch (talk.status) {
        case 'done':
          if (!talk.result_url) throw new VendorError(DID, 'unreadable')
          return { status: 'done', resultUrl: talk.result_url }
        case 'rejected':
          return { status: 'failed', cause: 'rejected' }
        case 'error':
          return { status: 'failed', cause: causeOf(talk.error ?? {}) ?? 'rendering-failed' }
        default:
          // `created`, `started` and any other status before the end.
          return { status: 'pending' }
      }
    },

    /** Downloads the finished video. Its address expires after a while. */
    async download(resultUrl: string) {
      // The file store signs this address, and D-ID's key must not be sent there.
      const reply = await callVendor({
        vendor: DID,
        url: resultAddress(resultUrl, base),
        method: 'GET',
        headers: {},
        patience: PATIENCE,
        ...network,
      })
      const bytes = await readBytes(reply, VIDEO_BYTES)
      const mediaType = videoTypeOf(bytes)
      if (!mediaType) throw new VendorError(DID, 'unreadable')
      return { bytes, mediaType }
    },
  }
}

/**
 * Allows https, and http only to the configured D-ID itself, such as a test's server on this machine. Without this
 * check, an answer of D-ID could make the server fetch internal addresses by plain http.
 */
function resultAddress(resultUrl: string, base: string): string {
  const url = URL.parse(resultUrl)
  const isTheirs = url?.protocol === 'http:' && url.origin === URL.parse(base)?.origin
  if (url?.protocol !== 'https:' && !isTheirs)
    throw new VendorError(DID, 'unreadable', { code: 'ResultAddressRefused' })
  return url.href
}

/** The cause to show for a D-ID error, if the user can act on it. */
export function causeOfDidError(error: unknown, order: { hasOwnKey: boolean }): VideoCause | undefined {
  if (!(error instanceof VendorError)) return undefined
  if (error.status === 451) return 'rejected'
  if (error.kind === 'no-credit') return 'no-credit'
  // If the server's own key was refused, only the operator can act, who finds the refusal in the log.
  if (error.kind === 'key-refused' && order.hasOwnKey) return 'key-refused'
  return causeOf({ kind: error.vendorCode })
}

function causeOf({ kind = '', description = '' }: z.infer<typeof failure>): VideoCause | undefined {
  if (kind === 'FaceError' || /face not detected/i.test(description)) return 'no-face'
  if (/Moderation|CelebrityRecognized/.test(kind)) return 'rejected'
  if (kind === 'InsufficientCreditsError') return 'no-credit'
  return undefined
}

/** Reads D-ID's error body. A gateway in front of D-ID may answer without one. */
function readRefusal(status: number, body: unknown): VendorRefusal {
  const told = envelope.safeParse(body)
  if (!told.success) return status === 403 ? { kind: 'refused' } : {}
  const { kind } = told.data
  // D-ID sends `PermissionError` when the plan lacks a feature; the key itself is valid.
  return { code: kind, kind: kind === 'PermissionError' ? 'refused' : kindOfStatus(status) }
}

async function readBytes(reply: VendorReply, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of reply.bytes) {
    parts.push(part)
    length += part.length
    if (length > maxBytes) throw new VendorError(DID, 'unreadable')
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** Told from the first bytes rather than by D-ID's content type, because our own address serves the file later. */
function videoTypeOf(bytes: Uint8Array): 'video/mp4' | 'video/webm' | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\x1aE\xdf\xa3')) return 'video/webm'
  if (start.slice(4, 8) === 'ftyp') return 'video/mp4'
  return undefined
}
