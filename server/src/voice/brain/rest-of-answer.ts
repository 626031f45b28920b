import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import { splitSentences } from '../tts/sentences.ts'
import { nextPart, OFFER } from './answer-parts.ts'
import type { BrainTurn } from './brain.ts'
import type { KnowledgeIndex } from './knowledge-index.ts'
import { smallTalkIntent } from './small-talk.ts'

type Asked = readonly KnowledgeEntry[]

/**
 * The next part of the last answer, or of an earlier one that was interrupted. Skips small talk such as "hold on" and
 * the reply to it, and searches at most the assistant's last `lines` lines. Undefined if there is nothing to continue.
 */
export function restOfAnswer(
  { assistant, history }: BrainTurn,
  asked: Asked,
  index: KnowledgeIndex,
  lines: number,
): string | undefined {
  const seen = new Set<string>()
  const spoken = [...history.entries()].filter(([, { role }]) => role === 'assistant').slice(-lines)
  for (const [at, { content }] of spoken.toReversed()) {
    const found = restAfter(content, assistant, asked, index)
    if (!found) {
      // A question that was answered in another way ends the earlier subject.
      const question = history[at - 1]
      if (question?.role === 'user' && smallTalkIntent(question.content) === undefined) return undefined
    } else if (!seen.has(found.answer)) {
      // If the caller ignored an offer to go on and asked something else, that answer is not continued.
      if (found.rest !== '' && (seen.size === 0 || !content.endsWith(OFFER))) return found.rest
      seen.add(found.answer)
    }
  }
  return undefined
}

function restAfter(
  line: string,
  { voiceId }: AssistantDefinition,
  asked: Asked,
  index: KnowledgeIndex,
): { answer: string; rest: string } | undefined {
  const sentences = splitSentences(line)
  // The line may start with other words, such as an apology for a wait.
  for (const from of sentences.keys()) {
    const beginning = normaliseWords(sentences[from] ?? '').slice(0, 4)
    for (const whole of index.answersWith(beginning, asked.at(-1))) {
      const rest = nextPart(whole, sentences.slice(from).join(''), voiceId)
      if (rest !== undefined) return { answer: whole, rest }
    }
  }
  return undefined
}
