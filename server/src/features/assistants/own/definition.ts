import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import type { OwnAssistantContent, OwnKnowledge } from '#contract/own-assistant.ts'
import { readNotes, type KnowledgePair, type Passage } from '#contract/own-knowledge.ts'
import { QUESTION_MAX_LENGTH } from '#contract/own-assistant-limits.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import { cardinalWords } from '../../../voice/tts/numbers-in-words.ts'
import { headingPatterns, questionPatterns, topicOf } from './question-patterns.ts'

/** Completes "I can help with …". */
const SCOPE = 'questions about this business'
const KEYWORDS_PER_ENTRY = 60

type Spoken = Pick<OwnAssistantContent, 'name' | 'voiceId' | 'firstMessage' | 'systemPrompt' | 'knowledge'>

/** What somebody wrote, as the voice engine wants it. */
export function toDefinition(id: string, content: Spoken): AssistantDefinition {
  const { name, voiceId, firstMessage, systemPrompt, knowledge } = content
  return { id, name, voiceId, firstMessage, systemPrompt, scope: SCOPE, knowledge: toEntries(knowledge) }
}

function toEntries({ pairs: written, notes }: OwnKnowledge): KnowledgeEntry[] {
  const read = readNotes(notes)
  const pairs = [...written, ...read.pairs]
  const topics = pairs.map(({ question }) => topicOf(question, cardinalWords))
  const times = Map.groupBy(topics, ({ topic }) => topic)
  return [
    ...pairs.map((pair, index) => {
      const topic = topics[index] ?? { phrase: '', topic: '' }
      return pairEntry(pair, index, questionPatterns(topic, times.get(topic.topic)?.length === 1))
    }),
    ...read.passages.map((passage, index) => passageEntry(passage, index, isFirstUnder(passage, index, read.passages))),
  ]
}

function pairEntry({ question, answer }: KnowledgePair, index: number, patterns: string[]): KnowledgeEntry {
  const keywords = normaliseWords(answer).slice(0, KEYWORDS_PER_ENTRY)
  return { id: `q${index + 1}`, question, patterns, answer, keywords, followUps: [], isOffered: true }
}

/** Found by its words; not a question that somebody could be invited to ask. */
function passageEntry({ heading, text }: Passage, index: number, isFirst: boolean): KnowledgeEntry {
  const patterns = heading !== null && isFirst ? headingPatterns(topicOf(heading, cardinalWords)) : []
  return {
    id: `t${index + 1}`,
    question: (heading ?? text).slice(0, QUESTION_MAX_LENGTH),
    patterns,
    answer: text,
    keywords: normaliseWords(text).slice(0, KEYWORDS_PER_ENTRY),
    followUps: [],
    isOffered: false,
  }
}

/** Whoever asks for what stands under a heading hears its beginning. */
function isFirstUnder({ heading }: Passage, index: number, passages: readonly Passage[]): boolean {
  return passages.findIndex((passage) => passage.heading === heading) === index
}
