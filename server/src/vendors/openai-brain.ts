import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { z } from 'zod'
import { callFunction, functionToolsOf, type FunctionActions, type FunctionTool } from '../voice/actions/model-tools.ts'
import { isQuick, ONE_MOMENT } from '../voice/actions/one-moment.ts'
import type { BegunAction, TurnActions } from '../voice/actions/turn-actions.ts'
import type { Brain, BrainTurn } from '../voice/brain/brain.ts'
import type { PromptMessage } from '../voice/brain/prompt.ts'
import { createSpokenOnly } from '../voice/brain/spoken-only.ts'
import { brokenOff, callOpenAi, modelOf, OPENAI, readChunks, type OpenAiEndpoint } from './openai-endpoint.ts'
import { createToolCalls, toolCallDelta } from './openai-tool-calls.ts'
import { readJson } from './vendor-http.ts'

const delta = z.object({ content: z.string().nullish(), tool_calls: z.array(toolCallDelta).nullish() })
const chunkSchema = z.object({
  // Some servers end with a chunk of usage figures whose list of choices is empty.
  choices: z.array(z.object({ delta: delta.nullish(), finish_reason: z.string().nullish() })),
})
const wholeSchema = z.object({ choices: z.array(z.object({ message: delta })).min(1) })
const WHOLE_BYTES = 1_000_000
/** Rounds of function calls that a model may make in one turn before it must answer. */
const MAX_ROUNDS = 4

interface OpenAiBrainOptions {
  endpoint: OpenAiEndpoint
  promptFor: (turn: BrainTurn) => PromptMessage[] | Promise<PromptMessage[]>
  /** Added to each request for options of a particular server or model, such as `reasoning_effort`. */
  extraBody?: Readonly<Record<string, unknown>> | undefined
}

/** Either the model's own words, or a short phrase of ours, spoken at once while a function runs. */
type Piece = { words: string } | { meanwhile: string }

/**
 * A language model behind `/chat/completions`. Streams its words and calls functions.
 * @throws {VendorError}
 */
export function createOpenAiBrain({ endpoint, promptFor, extraBody }: OpenAiBrainOptions): Brain {
  const model = modelOf(endpoint)

  async function* pieces(turn: BrainTurn, signal: AbortSignal): AsyncGenerator<Piece> {
    const { actions } = turn
    const messages: ChatCompletionMessageParam[] = await promptFor(turn)
    const tools = actions && functionToolsOf(actions.tools, { hasPanel: true })
    const unheard = actions?.unheard()
    if (unheard) {
      turn.onOutcome?.('action')
      if (!(await isQuick(unheard.result))) yield { meanwhile: ONE_MOMENT }
      messages.push(...asCalled(unheard, JSON.stringify(await unheard.result)))
      signal.throwIfAborted()
    }
    for (let round = 0; ; round += 1) {
      const offered = round < MAX_ROUNDS ? tools : undefined
      const calls = createToolCalls()
      let said = ''
      for await (const words of answerTo(messages, offered, calls, turn, signal)) {
        said += words
        yield { words }
      }
      const called = calls.all()
      // Some models call functions even when none are offered.
      if (!actions || !offered || called.length === 0) {
        if (said.trim() !== '') actions?.said()
        return
      }
      messages.push({
        role: 'assistant',
        content: said === '' ? null : said,
        tool_calls: called.map(({ id, name, argumentsText }) => ({
          id,
          type: 'function',
          function: { name, arguments: argumentsText },
        })),
      })
      for (const call of called) {
        const tool = actions.tools.find(({ name }) => name === call.name)
        if (tool) turn.onOutcome?.('action')
        const result = callFunction(inTurn(actions, turn), call)
        if (tool && !(await isQuick(result))) yield { meanwhile: tool.meanwhile ?? ONE_MOMENT }
        messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(await result) })
        signal.throwIfAborted()
      }
    }
  }

  /** Yields the words of one answer and adds its function calls to `calls`. */
  async function* answerTo(
    messages: readonly ChatCompletionMessageParam[],
    tools: readonly FunctionTool[] | undefined,
    calls: ReturnType<typeof createToolCalls>,
    turn: BrainTurn,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const request: ChatCompletionCreateParamsStreaming = {
      model: await model(signal),
      messages: [...messages],
      stream: true,
      ...(tools && tools.length > 0 && { tools: [...tools] }),
    }
    turn.spending?.spend('modelRequest', 1)
    turn.spending?.spend('modelInput', lengthOf(messages))
    const reply = await callOpenAi(endpoint, '/chat/completions', { json: { ...request, ...extraBody }, signal })
    if (reply.contentType === 'application/json') {
      // A server that does not support streaming sends the answer in one piece.
      const whole = await readJson(OPENAI, wholeSchema, reply, WHOLE_BYTES)
      const { content, tool_calls } = whole.choices[0]?.message ?? {}
      calls.add(tool_calls ?? [])
      return yield content ?? ''
    }
    let isComplete = false
    for await (const chunk of readChunks(reply, chunkSchema)) {
      if (!chunk) return
      const [choice] = chunk.choices
      if (choice?.finish_reason) isComplete = true
      calls.add(choice?.delta?.tool_calls ?? [])
      if (choice?.delta?.content) yield choice.delta.content
    }
    if (!isComplete) throw brokenOff()
  }

  return {
    async *reply(turn, signal) {
      let spoken = createSpokenOnly()
      for await (const piece of pieces(turn, signal)) {
        // After an abort, words that have already arrived are dropped too.
        signal.throwIfAborted()
        if ('meanwhile' in piece) {
          const last = spoken.flush()
          spoken = createSpokenOnly()
          // The line break makes the caller hear this at once instead of waiting for the rest of the sentence.
          yield `${last}${last === '' ? '' : ' '}${piece.meanwhile}\n`
          continue
        }
        turn.spending?.spend('modelOutput', piece.words.length)
        const said = spoken.push(piece.words)
        if (said !== '') yield said
      }
      const last = spoken.flush()
      if (last !== '') yield last
    },
  }
}

/** Nine letters, as Mistral's servers require. */
const UNHEARD_ID = 'earlierOn'

/**
 * The caller interrupted the turn in which an action was begun, so that turn's messages are lost. The model gets the action
 * and its outcome as if it had called it just now: it then tells the outcome and does not call the action again.
 */
function asCalled({ name, values }: BegunAction, outcome: string): ChatCompletionMessageParam[] {
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: UNHEARD_ID, type: 'function', function: { name, arguments: JSON.stringify(values) } }],
    },
    { role: 'tool', tool_call_id: UNHEARD_ID, content: outcome },
  ]
}

function lengthOf(messages: readonly ChatCompletionMessageParam[]): number {
  return messages.reduce((sum, { content }) => sum + (typeof content === 'string' ? content.length : 0), 0)
}

function inTurn(actions: TurnActions, turn: BrainTurn): FunctionActions {
  return {
    ...actions,
    run: (name, values) => actions.run(turn, name, values),
    openForm: (name) => actions.openForm(turn, name, {}),
  }
}
