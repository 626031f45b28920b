import type { AssistantDefinition } from '#contract/assistant.ts'
import { grammarOf } from './brain/assistant-grammar.ts'
import type { Recogniser } from './ports.ts'
import { splitSentences } from './tts/sentences.ts'
import type { FliteSynthesiser } from './tts/flite-synthesiser.ts'

/** Gets an assistant's ears and first words ready before they are needed. */
export interface WarmUp {
  /** What every call begins with: the grammar and the first message. */
  greeting(assistant: AssistantDefinition): Promise<void>
  /** The beginnings of all that it may answer; done once, behind whatever else is going on. */
  answers(assistant: AssistantDefinition): void
}

export function createWarmUp(
  recogniser: Recogniser,
  synthesiser: FliteSynthesiser,
  onFault: (error: unknown) => void,
): WarmUp {
  // By what they know, not by name: an assistant that was edited is another one.
  const known = new WeakSet<AssistantDefinition>()
  // One sentence at a time over all assistants: a person who is waiting must never wait for a rehearsal.
  let queue = Promise.resolve()

  async function rehearse(assistant: AssistantDefinition): Promise<void> {
    for (const { answer } of assistant.knowledge) {
      await synthesiser.warm(splitSentences(answer).slice(0, 1), assistant.voiceId)
    }
  }

  return {
    async greeting(assistant) {
      await recogniser.warm(grammarOf(assistant))
      await synthesiser.warm(splitSentences(assistant.firstMessage), assistant.voiceId)
    },
    answers(assistant) {
      if (known.has(assistant)) return
      known.add(assistant)
      queue = queue.then(() => rehearse(assistant)).catch(onFault)
    },
  }
}
