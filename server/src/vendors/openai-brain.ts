import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import { z } from 'zod'
import type { Brain, BrainTurn } from '../voice/brain/brain.ts'
import type { PromptMessage } from '../voice/brain/prompt.ts'
import { createSpokenOnly } from '../voice/brain/spoken-only.ts'
import { readEvents } from './event-stream.ts'
import { brokenOff, callOpenAi, failedMidway, modelOf, unreadable, type OpenAiEndpoint } from './openai-endpoint.ts'
import { parsed, readText } from './vendor-http.ts'

const delta = z.object({ content: z.string().nullish() })
const chunkSchema = z.object({
  // The last chunk of some servers has figures and no choices.
  choices: z.array(z.object({ delta: delta.nullish(), finish_reason: z.string().nullish() })),
})
const wholeSchema = z.object({ choices: z.array(z.object({ message: delta })).min(1) })
const WHOLE_BYTES = 1_000_000

export interface OpenAiBrainOptions {
  endpoint: OpenAiEndpoint
  promptFor: (turn: BrainTurn) => PromptMessage[] | Promise<PromptMessage[]>
  /** Sent along with each request, for what a server or model has of its own, such as `reasoning_effort`. */
  extraBody?: Readonly<Record<string, unknown>> | undefined
}

/** A language model behind `/chat/completions`. Streams its words; @throws {VendorError} */
export function createOpenAiBrain({ endpoint, promptFor, extraBody }: OpenAiBrainOptions): Brain {
  const model = modelOf(endpoint)

  async function* pieces(turn: BrainTurn, signal: AbortSignal): AsyncGenerator<string> {
    const messages = await promptFor(turn)
    const request: ChatCompletionCreateParamsStreaming = {
      model: await model(signal),
      messages,
      stream: true,
    }
    turn.spending?.spend('modelRequest', 1)
    turn.spending?.spend('modelInput', lengthOf(messages))
    const reply = await callOpenAi(endpoint, '/chat/completions', { json: { ...request, ...extraBody }, signal })
    if (reply.contentType === 'application/json') {
      // A server that does not stream answers in one piece.
      const whole = wholeSchema.safeParse(parsed(await readText(reply.bytes, WHOLE_BYTES)))
      if (!whole.success) throw unreadable()
      yield whole.data.choices[0]?.message.content ?? ''
      return
    }
    let isComplete = false
    for await (const event of readEvents('openai', reply.bytes)) {
      if (event.trim() === '[DONE]') return
      const body = parsed(event)
      if (typeof body === 'object' && body !== null && 'error' in body && body.error) throw failedMidway(body)
      const chunk = chunkSchema.safeParse(body)
      if (!chunk.success) throw unreadable()
      const [choice] = chunk.data.choices
      if (choice?.finish_reason) isComplete = true
      if (choice?.delta?.content) yield choice.delta.content
    }
    if (!isComplete) throw brokenOff()
  }

  return {
    async *reply(turn, signal) {
      const spoken = createSpokenOnly()
      for await (const piece of pieces(turn, signal)) {
        // What has arrived already is not said any more either.
        signal.throwIfAborted()
        turn.spending?.spend('modelOutput', piece.length)
        const said = spoken.push(piece)
        if (said !== '') yield said
      }
      const last = spoken.flush()
      if (last !== '') yield last
    },
  }
}

function lengthOf(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0)
}
