import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { emergencyLinesOf, type EmergencyLines } from '#contract/emergency-lines.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { VoiceId } from '#contract/voices.ts'
import { realHelpFor } from '../emergency/real-help.ts'
import { atOnce, inSlices } from '../../infra/in-slices.ts'
import { splitSentences } from '../tts/sentences.ts'
import { speakingMs } from '../tts/speaking-time.ts'
import { askBack, askedBack } from './ask-back.ts'
import { firstPart, nextPart, OFFER, PART_MS } from './answer-parts.ts'
import { buildKnowledgeIndex, createKnowledgeIndex, type KnowledgeIndex } from './knowledge-index.ts'
import type { Brain, BrainTurn, HeardLine } from './brain.ts'
import { isRough, senseOf } from './rough-words.ts'
import { SMALL_TALK_REPLIES, smallTalkIntent } from './small-talk.ts'
import { waysOn } from './ways-on.ts'

/** Its name where parts are named. */
export const KNOWLEDGE_BRAIN = 'knowledge'

type Asked = readonly KnowledgeEntry[]

const SUGGESTIONS = 3
const NOT_CAUGHT = 'Sorry, I did not catch that.'
/** An answer that was cut off longer ago than this many lines is not taken up again. */
const LINES_BACK = 8

export interface KnowledgeBrain extends Brain {
  /** The first part of the answer that is in the assistant's knowledge; undefined where it would have to guess. */
  known(turn: BrainTurn): string | undefined
  /** See `KnowledgeIndex.nearest`. */
  nearest(assistant: AssistantDefinition, text: string): string[]
  /** Reads an assistant's knowledge in slices, for `known` and `nearest`: they read it at once where this was not done. */
  prepare(assistant: AssistantDefinition): Promise<void>
}

/** What was asked before these is not looked at any more: it decides no follow-up, and little of what is offered. */
const MAX_ASKED_LINES = 30

/**
 * The built-in mind: answers from the assistant's own knowledge and from nothing else. It keeps no state of its own;
 * what was talked about is read from the lines that were heard, so it can't remember what nobody heard.
 */
export function createKnowledgeBrain(lines: EmergencyLines = emergencyLinesOf(undefined)): KnowledgeBrain {
  const indexes = new WeakMap<AssistantDefinition, KnowledgeIndex>()
  const beingBuilt = new WeakMap<AssistantDefinition, Promise<KnowledgeIndex>>()

  const keep = (assistant: AssistantDefinition, index: KnowledgeIndex): KnowledgeIndex => {
    indexes.set(assistant, index)
    return index
  }

  const indexOf = (assistant: AssistantDefinition): KnowledgeIndex =>
    indexes.get(assistant) ?? keep(assistant, createKnowledgeIndex(assistant))

  const builtIndexOf = async (assistant: AssistantDefinition): Promise<KnowledgeIndex> => {
    const known = indexes.get(assistant)
    if (known) return known
    let building = beingBuilt.get(assistant)
    if (!building) {
      building = inSlices(buildKnowledgeIndex(assistant)).then((index) => keep(assistant, index))
      beingBuilt.set(assistant, building)
    }
    return building
  }

  return {
    async *reply(turn) {
      const index = await builtIndexOf(turn.assistant)
      const asked = await inSlices(askedEntries(turn.history, index))
      yield answerTo(turn, index, asked, realHelpFor(turn.assistant, lines))
    },
    known: (turn) => knownAnswer(turn, indexOf(turn.assistant)),
    nearest: (assistant, text) => indexOf(assistant).nearest(text),
    prepare: async (assistant) => void (await builtIndexOf(assistant)),
  }
}

function knownAnswer({ assistant, history, text }: BrainTurn, index: KnowledgeIndex): string | undefined {
  const lastTopic = atOnce(askedEntries(history, index)).at(-1)
  const found = (lastTopic && index.followUp(lastTopic, text)) ?? index.find(text)?.answer
  return found && firstPart(found, assistant.voiceId)
}

/** @param realHelp how a refusal ends where a person may need a professional: then it offers no business */
function answerTo(turn: BrainTurn, index: KnowledgeIndex, asked: Asked, realHelp: string | undefined): string {
  const { assistant, history, text } = turn
  const offer = (lead: string): string => withSuggestions(lead, suggest(assistant, asked, history), assistant.voiceId)
  const refuse = (lead: string): string => {
    const fitting = realHelp === undefined ? assistant : withoutBusiness(assistant)
    turn.onMissed?.(waysOn(fitting.knowledge, index.nearest(text), suggest(fitting, asked, history)))
    return realHelp === undefined
      ? offer(lead)
      : `${withSuggestions(lead, suggest(fitting, asked, history, 1), assistant.voiceId)} ${realHelp}`
  }

  if (text.trim() === '') return notCaught(history, refuse)
  if (isRough(text)) {
    const sense = senseOf(index, text)
    if (!sense) return notCaught(history, refuse)
    return sense.isSure ? firstPart(sense.entry.answer, assistant.voiceId) : askBack(sense.entry)
  }

  const intent = smallTalkIntent(text)
  const meant = intent === 'yes' ? askedBack(assistant, history) : undefined
  if (meant) return firstPart(meant.answer, assistant.voiceId)
  if (intent === 'yes' || intent === 'go-on') {
    const rest = restOfAnswer(turn, asked, index, intent === 'yes' ? 1 : LINES_BACK)
    if (rest !== undefined) return rest
  }

  const lastTopic = asked.at(-1)
  const followUp = lastTopic && index.followUp(lastTopic, text)
  if (followUp) return firstPart(followUp, assistant.voiceId)

  const exact = index.exact(text)
  if (exact) return firstPart(exact.answer, assistant.voiceId)

  if (intent === 'repeat') return repeat(history, assistant)
  if (intent) return SMALL_TALK_REPLIES[intent](assistant, offer)

  if (index.isFollowUp(text)) return offer('About what, please?')

  const found = index.search(text)
  return found ? firstPart(found.answer, assistant.voiceId) : refuse("I don't know that yet, and I'd rather not guess.")
}

/**
 * The next part of the answer that was last given, or of one before it that was cut off. Looks past small talk, such as
 * "hold on" and what was said to it, for `lines` of the assistant's lines at most. Undefined where there is nothing to go on with.
 */
function restOfAnswer(
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
      // A question that was answered from elsewhere has ended what went before.
      const question = history[at - 1]
      if (question?.role === 'user' && smallTalkIntent(question.content) === undefined) return undefined
    } else if (!seen.has(found.answer)) {
      // An offer that was passed over for another question is not made good uninvited.
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
  // Other words may stand in front, such as an apology for a wait.
  for (const from of sentences.keys()) {
    const beginning = normaliseWords(sentences[from] ?? '').slice(0, 4)
    for (const whole of index.answersWith(beginning, asked.at(-1))) {
      const rest = nextPart(whole, sentences.slice(from).join(''), voiceId)
      if (rest !== undefined) return { answer: whole, rest }
    }
  }
  return undefined
}

/** The entries that the person has asked for lately, in order. */
function* askedEntries(history: readonly HeardLine[], index: KnowledgeIndex): Generator<void, KnowledgeEntry[]> {
  const asked: KnowledgeEntry[] = []
  for (const line of history.filter(({ role }) => role === 'user').slice(-MAX_ASKED_LINES)) {
    const entry = index.find(line.content)
    if (entry) asked.push(entry)
    yield
  }
  return asked
}

function repeat(history: readonly HeardLine[], assistant: AssistantDefinition): string {
  return history.findLast((line) => line.role === 'assistant')?.content ?? assistant.firstMessage
}

function notCaught(history: readonly HeardLine[], offer: (lead: string) => string): string {
  const again = history.findLast((line) => line.role === 'assistant')?.content.startsWith(NOT_CAUGHT)
  return offer(again ? "I still didn't get that. You can type your question instead." : NOT_CAUGHT)
}

/** As many of the questions as there is time for, one at least; none where there is nothing to offer. */
function withSuggestions(lead: string, questions: readonly string[], voiceId: VoiceId): string {
  const [first, ...more] = questions
  if (first === undefined) return lead
  let text = `${lead} You could ask: ${first}`
  for (const question of more) {
    const longer = `${text} Or: ${question}`
    if (speakingMs(longer, voiceId) > PART_MS) break
    text = longer
  }
  return text
}

function withoutBusiness(assistant: AssistantDefinition): AssistantDefinition {
  return { ...assistant, knowledge: assistant.knowledge.filter(({ id }) => id !== 'for-business') }
}

/** Up to three questions that have not been asked yet, taken in turn so that each offer is a new one. */
function suggest(
  assistant: AssistantDefinition,
  asked: Asked,
  history: readonly HeardLine[],
  most = SUGGESTIONS,
): string[] {
  const offered = assistant.knowledge.filter((entry) => entry.isOffered)
  const fresh = offered.filter((entry) => !asked.includes(entry))
  const pool = fresh.length >= most ? fresh : offered
  const turns = history.filter((line) => line.role === 'assistant').length
  const from = (turns * most) % Math.max(1, pool.length)
  return [...pool.slice(from), ...pool.slice(0, from)].slice(0, most).map((entry) => entry.question)
}
