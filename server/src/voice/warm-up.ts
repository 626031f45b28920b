import type { AssistantDefinition } from '#contract/assistant.ts'
import { grammarOf } from './brain/assistant-grammar.ts'
import { resting } from '../infra/in-slices.ts'
import { createRecentValues } from '../infra/recent-values.ts'
import type { Recogniser, SpeechRequest } from './ports.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'
import type { FliteSynthesiser } from './tts/flite-synthesiser.ts'

/** For each answer, only the first chunk of at most 15 words is synthesised, which takes a thread about 40 ms. */
const ANSWERS_PER_CALL = 40
/** The share of one core that synthesising answers may take, because callers' speech is recognised at the same time. */
const REHEARSING_SHARE = 0.2
/** Limits how many answers an account may have prepared, since each edit of its own assistant makes a new one. */
const ANSWERS_PER_ACCOUNT = { burst: 120, perSecond: 120 / 3_600 }
const MAX_ACCOUNTS = 1_000

/** Prepares an assistant's grammar and first sentences before they are needed, with lower priority than all live calls. */
export function createWarmUp(
  recogniser: Recogniser,
  synthesiser: Pick<FliteSynthesiser, 'speak'>,
  onFault: (error: unknown) => void,
) {
  // Assistants that were prepared. Only those of the catalogue keep their object; other assistants are loaded anew for
  // each call.
  const known = new WeakSet<AssistantDefinition>()
  const allowances = createRecentValues<string, TokenBucket>(MAX_ACCOUNTS)
  // One sentence at a time for all assistants, so that preparing never occupies more than one thread.
  let queue = Promise.resolve()

  /** Synthesises a text; the result stays in the synthesiser's cache. */
  async function say(request: SpeechRequest, mostChunks: number, signal?: AbortSignal): Promise<void> {
    let chunks = 0
    for await (const _ of synthesiser.speak({ ...request, isWarmUp: true }, signal)) {
      chunks += 1
      if (chunks >= mostChunks) break
    }
  }

  async function rehearse(assistant: AssistantDefinition, account: string, signal: AbortSignal): Promise<void> {
    const { voiceId, knowledge } = assistant
    const allowance = allowances.getOr(account, () => createTokenBucket(ANSWERS_PER_ACCOUNT))
    for (const { answer: text } of knowledge.slice(0, ANSWERS_PER_CALL)) {
      if (signal.aborted || !allowance.take()) return
      await resting(() => say({ text, voiceId, caller: account }, 1, signal), REHEARSING_SHARE)
    }
    known.add(assistant)
  }

  return {
    /** Prepares what every call begins with: the grammar and the first message. */
    async greeting(assistant: AssistantDefinition): Promise<void> {
      await recogniser.warm(grammarOf(assistant))
      await say({ text: assistant.firstMessage, voiceId: assistant.voiceId }, Infinity)
    },
    /** Synthesises the first sentences of the assistant's answers, with the lowest priority, until the signal aborts. */
    answers(assistant: AssistantDefinition, account: string, signal: AbortSignal): void {
      if (known.has(assistant)) return
      queue = queue
        .then(() => (known.has(assistant) ? undefined : rehearse(assistant, account, signal)))
        .catch((error: unknown) => {
          if (!signal.aborted) onFault(error)
        })
    },
  }
}
