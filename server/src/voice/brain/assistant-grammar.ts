import { createHash } from 'node:crypto'
import type { AssistantDefinition } from '#contract/assistant.ts'
import type { SpeechGrammar } from '../ports.ts'
import { questionPhrase } from './knowledge-index.ts'
import { SMALL_TALK_PATTERNS } from './small-talk.ts'

/** Some questions have numbers or letters that no grammar takes; such a one has patterns that say it. */
function isSpeakable(phrase: string): boolean {
  return /^[a-z' ]+$/.test(phrase)
}

/** Everything that the built-in ears should expect to hear when somebody talks with this assistant. */
export function grammarOf(assistant: AssistantDefinition): SpeechGrammar {
  const patterns = [
    ...assistant.knowledge.flatMap((entry) => [
      ...(entry.isOffered ? [questionPhrase(entry.question)].filter(isSpeakable) : []),
      ...entry.patterns,
      ...entry.followUps.flatMap((followUp) => followUp.patterns),
    ]),
    ...SMALL_TALK_PATTERNS,
  ]
  const id = createHash('sha256').update(patterns.join('\n')).digest('hex').slice(0, 16)
  return { id, patterns }
}
