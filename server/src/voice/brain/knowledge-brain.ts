import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { createKnowledgeIndex, type KnowledgeIndex } from './knowledge-index.ts'
import type { Brain, BrainTurn, HeardLine } from './brain.ts'
import { SMALL_TALK_REPLIES, smallTalkIntent } from './small-talk.ts'

/** Its name where parts are named. */
export const KNOWLEDGE_BRAIN = 'knowledge'

const SUGGESTIONS = 3
const NOT_CAUGHT = 'Sorry, I did not catch that.'

export interface KnowledgeBrain extends Brain {
  /** The answer that is in the assistant's knowledge, word for word; undefined where it would have to guess. */
  known(turn: BrainTurn): string | undefined
  /** See `KnowledgeIndex.nearest`. */
  nearest(assistant: AssistantDefinition, text: string): string[]
}

/**
 * The built-in mind: answers from the assistant's own knowledge and from nothing else. It keeps no state of its own;
 * what was talked about is read from the lines that were heard, so it can't remember what nobody heard.
 */
export function createKnowledgeBrain(): KnowledgeBrain {
  const indexes = new WeakMap<AssistantDefinition, KnowledgeIndex>()

  const indexOf = (assistant: AssistantDefinition): KnowledgeIndex => {
    const known = indexes.get(assistant)
    if (known) return known
    const index = createKnowledgeIndex(assistant)
    indexes.set(assistant, index)
    return index
  }

  return {
    async *reply(turn) {
      yield answer(turn, indexOf(turn.assistant))
    },
    known: (turn) => knownAnswer(turn, indexOf(turn.assistant)),
    nearest: (assistant, text) => indexOf(assistant).nearest(text),
  }
}

function knownAnswer({ history, text }: BrainTurn, index: KnowledgeIndex): string | undefined {
  const lastTopic = askedEntries(history, index).at(-1)
  return (lastTopic && index.followUp(lastTopic, text)) ?? (index.exact(text) ?? index.search(text))?.answer
}

function answer(turn: BrainTurn, index: KnowledgeIndex): string {
  const { assistant, history, text } = turn
  const asked = askedEntries(history, index)
  const suggestions = () => suggest(assistant, asked, history)

  if (text.trim() === '') return notCaught(history, suggestions())

  const lastTopic = asked.at(-1)
  const followUp = lastTopic && index.followUp(lastTopic, text)
  if (followUp) return followUp

  const exact = index.exact(text)
  if (exact) return exact.answer

  const intent = smallTalkIntent(text)
  if (intent === 'repeat') return repeat(history, assistant)
  if (intent) return SMALL_TALK_REPLIES[intent](assistant, suggestions())

  if (index.isFollowUp(text)) return `About what, please?${youCouldAsk(suggestions())}`

  const found = index.search(text)
  if (found) return found.answer
  const unknown = "I don't know that yet, and I would rather not guess."
  const others = suggestions()
  return others === '' ? unknown : `${unknown} I can tell you about other things.${youCouldAsk(others)}`
}

/** The entries that the person has asked for so far, in order. */
function askedEntries(history: readonly HeardLine[], index: KnowledgeIndex): KnowledgeEntry[] {
  return history
    .filter((line) => line.role === 'user')
    .map((line) => index.exact(line.content) ?? index.search(line.content))
    .filter((entry) => entry !== undefined)
}

function repeat(history: readonly HeardLine[], assistant: AssistantDefinition): string {
  return history.findLast((line) => line.role === 'assistant')?.content ?? assistant.firstMessage
}

function notCaught(history: readonly HeardLine[], suggestions: string): string {
  const again = history.findLast((line) => line.role === 'assistant')?.content.startsWith(NOT_CAUGHT)
  if (!again) return `${NOT_CAUGHT}${youCouldAsk(suggestions)}`
  return `I still did not get that. You can type your question${suggestions === '' ? '.' : `, or ask: ${suggestions}`}`
}

/** Empty where there is nothing to offer. */
function youCouldAsk(suggestions: string): string {
  return suggestions === '' ? '' : ` You could ask: ${suggestions}`
}

/** Three questions that have not been asked yet, taken in turn so that each offer is a new one. */
function suggest(
  assistant: AssistantDefinition,
  asked: readonly KnowledgeEntry[],
  history: readonly HeardLine[],
): string {
  const offered = assistant.knowledge.filter((entry) => entry.isOffered)
  const fresh = offered.filter((entry) => !asked.includes(entry))
  const pool = fresh.length >= SUGGESTIONS ? fresh : offered
  const turns = history.filter((line) => line.role === 'assistant').length
  const from = (turns * SUGGESTIONS) % Math.max(1, pool.length)
  const chosen = [...pool.slice(from), ...pool.slice(0, from)].slice(0, SUGGESTIONS)
  const questions = chosen.map((entry) => entry.question)
  return questions.length > 1 ? `${questions.slice(0, -1).join(' ')} Or: ${questions.at(-1)}` : questions.join('')
}
