import { z } from 'zod'
import { json, startVendorServer, type SeenRequest, type VendorAnswer, type VendorServer } from './vendor-server.ts'

/**
 * Simulates the three endpoints of OpenAI's HTTP API that calls use, by its published description
 * (github.com/openai/openai-openapi). Requests are parsed strictly: an unknown field is refused.
 */
export interface OpenAiServerOptions {
  /** The pieces of the next answer, or its function calls. */
  think?: (
    messages: { role: string; content: string }[],
  ) => readonly string[] | { calls: readonly { name: string; arguments: object }[] }
  /** The transcript of the uploaded file. */
  hear?: (wav: Buffer) => string
  /** Raw PCM16, 24 kHz, mono. */
  speak?: (text: string, voice: string) => Promise<Buffer> | Buffer
  apiKey?: string
  retryAfterSeconds?: number
  /**
   * How transcriptions are streamed: as OpenAI's events, as vLLM's chunks, as one event for each segment, or not at
   * all.
   */
  transcripts?: 'openai' | 'vllm' | 'segments' | 'whole' | 'refuses-streams'
}

const toolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
})
const chatRequest = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(
      z.discriminatedUnion('role', [
        z.strictObject({ role: z.enum(['system', 'user']), content: z.string() }),
        z.strictObject({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          tool_calls: z.array(toolCall).min(1).optional(),
        }),
        z.strictObject({ role: z.literal('tool'), content: z.string(), tool_call_id: z.string().min(1) }),
      ]),
    )
    .min(1),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          description: z.string().optional(),
          parameters: z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()) }),
        }),
      }),
    )
    .min(1)
    .max(128)
    .optional(),
  stream: z.literal(true),
  temperature: z.number().min(0).max(2).optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).optional(),
})
const speechRequest = z.strictObject({
  model: z.string().min(1),
  input: z.string().min(1).max(4_096),
  voice: z.string().min(1),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']),
})
const transcriptionFields = ['file', 'model', 'response_format', 'language', 'stream']
const PCM_PIECE_BYTES = 9_601

export async function startOpenAiServer(options: OpenAiServerOptions = {}): Promise<VendorServer> {
  const server = await startVendorServer({
    retryAfterSeconds: options.retryAfterSeconds,
    refusals: {
      'key-refused': errorBody(
        'Incorrect API key provided: sk-secr*****key.',
        'invalid_request_error',
        'invalid_api_key',
      ),
      'rate-limited': errorBody('Rate limit reached for requests', 'requests', 'rate_limit_exceeded'),
      failing: errorBody('The server is overloaded', 'server_error', null),
    },
    async answer(request) {
      if (options.apiKey && request.headers.authorization !== `Bearer ${options.apiKey}`) {
        return refused(401, 'You didn’t provide an API key.')
      }
      if (request.path === '/v1/models') {
        return json(200, {
          object: 'list',
          data: [{ id: 'house-model', object: 'model', created: 1, owned_by: 'us' }],
        })
      }
      if (request.path === '/v1/chat/completions') return chat(request)
      if (request.path === '/v1/audio/transcriptions') return transcription(request)
      if (request.path === '/v1/audio/speech') return speech(request)
      return refused(404, 'Not found')
    },
  })

  function chat(request: SeenRequest): VendorAnswer {
    const body = chatRequest.safeParse(JSON.parse(request.body.toString()))
    if (!body.success) return refused(400, body.error.message)
    const messages = body.data.messages.map(({ role, content }) => ({ role, content: content ?? '' }))
    const thought = options.think?.(messages) ?? ['Hello', ' there.']
    const chunk = (delta: object, finish_reason: string | null = null) =>
      event({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: body.data.model,
        choices: [{ index: 0, delta, finish_reason }],
      })
    return {
      contentType: 'text/event-stream; charset=utf-8',
      pieces: [
        chunk({ role: 'assistant', content: '' }),
        ...('calls' in thought
          ? [
              ...thought.calls
                .flatMap((call, index) => toolCallDeltas(call, index))
                .map((tool_call) => chunk({ tool_calls: [tool_call] })),
              chunk({}, 'tool_calls'),
            ]
          : [...thought.map((content) => chunk({ content })), chunk({}, 'stop')]),
        'data: [DONE]\n\n',
      ],
    }
  }

  async function transcription(request: SeenRequest): Promise<VendorAnswer> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(request.body), { headers }).formData()
    const unknown = [...form.keys()].filter((name) => !transcriptionFields.includes(name))
    const file = form.get('file')
    if (unknown.length > 0 || !(file instanceof File) || !form.get('model')) return refused(400, 'bad form')
    const text = options.hear?.(Buffer.from(await file.arrayBuffer())) ?? 'Hello there.'
    const wantsStream = form.get('stream') === 'true'
    const kind = options.transcripts ?? 'openai'
    if (kind === 'refuses-streams' && wantsStream) return refused(400, 'Unrecognized request argument: stream')
    if (!wantsStream || kind === 'whole' || kind === 'refuses-streams') return json(200, { text })
    const parts = text.match(/\s*\S+/g) ?? []
    return {
      contentType: 'text/event-stream',
      pieces: transcriptEvents(kind, parts, text),
      garbage: '<html>no</html>\n',
    }
  }

  async function speech(request: SeenRequest): Promise<VendorAnswer> {
    const body = speechRequest.safeParse(JSON.parse(request.body.toString()))
    if (!body.success) return refused(400, body.error.message)
    const pcm = (await options.speak?.(body.data.input, body.data.voice)) ?? Buffer.alloc(48_000)
    const pieces: Buffer[] = []
    // Pieces end in the middle of samples, as on a network.
    for (let at = 0; at < pcm.length; at += PCM_PIECE_BYTES) pieces.push(pcm.subarray(at, at + PCM_PIECE_BYTES))
    return { contentType: 'audio/pcm', pieces, garbage: '' }
  }
  return { ...server, url: `${server.url}/v1` }
}

/** Function calls as OpenAI streams them: the name first, then the arguments in pieces cut at any place. */
function toolCallDeltas(call: { name: string; arguments: object }, index: number): object[] {
  const text = JSON.stringify(call.arguments)
  const half = Math.ceil(text.length / 2)
  return [
    { index, id: `call_${index}`, type: 'function', function: { name: call.name, arguments: '' } },
    { index, function: { arguments: text.slice(0, half) } },
    { index, function: { arguments: text.slice(half) } },
  ]
}

function transcriptEvents(kind: 'openai' | 'vllm' | 'segments', parts: readonly string[], text: string): string[] {
  switch (kind) {
    case 'openai':
      return [
        ...parts.map((delta) => event({ type: 'transcript.text.delta', delta })),
        event({
          type: 'transcript.text.done',
          text,
          usage: { type: 'tokens', input_tokens: 14, output_tokens: 5, total_tokens: 19 },
        }),
      ]
    case 'vllm': {
      const chunk = (delta: object, finish_reason: string | null) =>
        event({
          id: 'trsc-1',
          object: 'transcription.chunk',
          created: 1,
          model: 'whisper',
          choices: [{ delta, finish_reason }],
        })
      return [...parts.map((content) => chunk({ content }, null)), chunk({ content: '' }, 'stop'), 'data: [DONE]\n\n']
    }
    case 'segments':
      return parts.map((part) => event({ text: part.trim() }))
  }
}

function event(body: object): string {
  return `data: ${JSON.stringify(body)}\n\n`
}

function refused(status: number, message: string): VendorAnswer {
  return json(status, errorBody(message, 'invalid_request_error', null))
}

function errorBody(message: string, type: string, code: string | null) {
  return { error: { message, type, param: null, code } }
}
