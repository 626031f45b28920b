import type { AssistantDefinition } from '#contract/assistant.ts'
import { grammarOf } from './brain/assistant-grammar.ts'
import type { Recogniser, SpeechRequest } from './ports.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'
import type { FliteSynthesiser } from './tts/flite-synthesiser.ts'

/** Gets an assistant's ears and first words ready before they are needed. Never in front of a live call. */
export interface WarmUp {
  /** What every call begins with: the grammar and the first message. */
  greeting(assistant: AssistantDefinition): Promise<void>
  /** Synthesises the first sentences of its answers behind all other work, until the signal aborts. */
  answers(assistant: AssistantDefinition, account: string, signal: AbortSignal): void
}

/** Each is a first chunk of at most 15 words, some 50 ms of one thread. */
const ANSWERS_PER_CALL = 40
/** What an account may have rehearsed: an assistant of its own is a new one after each edit. */
const ANSWERS_PER_ACCOUNT = { burst: 120, perSecond: 120 / 3_600 }
const MAX_ACCOUNTS = 1_000

export function createWarmUp(
  recogniser: Recogniser,
  synthesiser: Pick<FliteSynthesiser, 'speak'>,
  onFault: (error: unknown) => void,
): WarmUp {
  // Of the catalogue, whose definitions last; an own assistant is read anew for each call.
  const known = new WeakSet<AssistantDefinition>()
  const allowances = new Map<string, TokenBucket>()
  // One sentence at a time over all assistants, so that a rehearsal never takes more than one thread.
  let queue = Promise.resolve()

  function allowanceOf(account: string): TokenBucket {
    const allowance = allowances.get(account) ?? createTokenBucket(ANSWERS_PER_ACCOUNT)
    // Those seen last are kept.
    allowances.delete(account)
    allowances.set(account, allowance)
    const [oldest] = allowances.keys()
    if (allowances.size > MAX_ACCOUNTS && oldest !== undefined) allowances.delete(oldest)
    return allowance
  }

  /** Synthesised speech stays in the voice's cache. */
  async function say(request: SpeechRequest, mostChunks: number, signal?: AbortSignal): Promise<void> {
    let chunks = 0
    for await (const _ of synthesiser.speak({ ...request, isWarmUp: true }, signal)) {
      chunks += 1
      if (chunks >= mostChunks) break
    }
  }

  async function rehearse(assistant: AssistantDefinition, account: string, signal: AbortSignal): Promise<void> {
    const { voiceId, knowledge } = assistant
    const allowance = allowanceOf(account)
    for (const { answer: text } of knowledge.slice(0, ANSWERS_PER_CALL)) {
      if (signal.aborted || !allowance.take()) return
      await say({ text, voiceId, caller: account }, 1, signal)
    }
    known.add(assistant)
  }

  return {
    async greeting(assistant) {
      await recogniser.warm(grammarOf(assistant))
      await say({ text: assistant.firstMessage, voiceId: assistant.voiceId }, Infinity)
    },
    answers(assistant, account, signal) {
      if (known.has(assistant)) return
      queue = queue
        .then(() => (known.has(assistant) ? undefined : rehearse(assistant, account, signal)))
        .catch((error: unknown) => {
          if (!signal.aborted) onFault(error)
        })
    },
  }
}
