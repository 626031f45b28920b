import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import type { OwnAssistantContent, OwnKnowledge } from '#contract/own-assistant.ts'
import { readNotes, type KnowledgePair, type Passage } from '#contract/own-knowledge.ts'
import { QUESTION_MAX_LENGTH } from '#contract/own-assistant-limits.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import { cardinalWords } from '../../../voice/tts/numbers-in-words.ts'
import { atOnce } from '../../../infra/in-slices.ts'
import { headingPatterns, questionPatterns, topicOf, type AskedTopic } from './question-patterns.ts'

/** Completes "I can help with …". */
const SCOPE = 'questions about this business'
const KEYWORDS_PER_ENTRY = 60

type Spoken = Pick<OwnAssistantContent, 'name' | 'voiceId' | 'firstMessage' | 'systemPrompt' | 'knowledge'>

/** Turns an assistant as its owner wrote it into the form that the voice engine takes. */
export function toDefinition(id: string, content: Spoken): AssistantDefinition {
  return atOnce(definitionSteps(id, content))
}

/** The same, yielding between steps for `inSlices`: the longest text that a form may hold takes some tens of milliseconds. */
export function* definitionSteps(id: string, content: Spoken): Generator<void, AssistantDefinition> {
  const { name, voiceId, firstMessage, systemPrompt, knowledge } = content
  const entries = yield* entrySteps(knowledge)
  return { id, name, voiceId, firstMessage, systemPrompt, scope: SCOPE, knowledge: entries }
}

function* entrySteps({ pairs: written, notes }: OwnKnowledge): Generator<void, KnowledgeEntry[]> {
  const read = readNotes(notes)
  const asked: { pair: KnowledgePair; topic: AskedTopic }[] = []
  for (const pair of [...written, ...read.pairs]) {
    asked.push({ pair, topic: topicOf(pair.question, cardinalWords) })
    yield
  }
  const times = Map.groupBy(asked, ({ topic }) => topic.topic)
  const entries: KnowledgeEntry[] = []
  for (const [index, { pair, topic }] of asked.entries()) {
    entries.push(pairEntry(pair, index, questionPatterns(topic, times.get(topic.topic)?.length === 1)))
    yield
  }
  const headings = new Set<string | null>()
  for (const [index, passage] of read.passages.entries()) {
    // A question that names a heading is answered with the first passage below it.
    entries.push(passageEntry(passage, index, !headings.has(passage.heading)))
    headings.add(passage.heading)
    yield
  }
  return entries
}

function pairEntry({ question, answer }: KnowledgePair, index: number, patterns: string[]): KnowledgeEntry {
  const keywords = normaliseWords(answer).slice(0, KEYWORDS_PER_ENTRY)
  return { id: `q${index + 1}`, question, patterns, alsoAsked: [], answer, keywords, followUps: [], isOffered: true }
}

/** An entry that is found by the words of its passage. It has no question that could be offered to a caller. */
function passageEntry({ heading, text }: Passage, index: number, isFirst: boolean): KnowledgeEntry {
  const patterns = heading !== null && isFirst ? headingPatterns(topicOf(heading, cardinalWords)) : []
  return {
    id: `t${index + 1}`,
    question: (heading ?? text).slice(0, QUESTION_MAX_LENGTH),
    patterns,
    alsoAsked: [],
    answer: text,
    keywords: normaliseWords(text).slice(0, KEYWORDS_PER_ENTRY),
    followUps: [],
    isOffered: false,
  }
}
