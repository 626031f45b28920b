import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { emergencyLinesOf, type EmergencyLines } from '#contract/emergency-lines.ts'
import { realHelpFor } from '../emergency/real-help.ts'
import { inSlices } from '../../infra/in-slices.ts'
import { firstPart } from './answer-parts.ts'
import {
  askBack as askBackOf,
  askWhich,
  chosenOf,
  isChoice,
  correctionIn,
  IN_OTHER_WORDS,
  lastPut,
  lastTaken,
  meantIn,
  type PutQuestion,
} from './ask-back.ts'
import type { Brain, BrainTurn, HeardLine } from './brain.ts'
import { generalEntry, isDetail, leaningAnswer, partFor, relatedEntry } from './follow-ups.ts'
import { inNewWords, inSmallSteps } from './in-new-words.ts'
import { knowledgeIndexAtOnce, knowledgeIndexOf, type KnowledgeIndex } from './knowledge-index.ts'
import { readBack } from './read-back.ts'
import { restOfAnswer } from './rest-of-answer.ts'
import { isRough, senseOf } from './rough-words.ts'
import type { Understanding } from './understanding/judge-likeness.ts'
import { isThankful, SMALL_TALK_REPLIES, smallTalkIntent, type SmallTalkIntent } from './small-talk.ts'
import { suggest, waysOn, withinField, withSuggestions } from './suggestions.ts'

/** The name of this brain among the parts of a call. */
export const KNOWLEDGE_BRAIN = 'knowledge'

type Asked = readonly KnowledgeEntry[]

const NOT_CAUGHT = 'Sorry, I did not catch that.'
const ABOUT_WHAT = 'About what, please?'
/** An interrupted answer is resumed only if it is among this many of the assistant's last lines. */
const LINES_BACK = 8

export interface KnowledgeBrain extends Brain {
  confidenceIn: NonNullable<Brain['confidenceIn']>
  /**
   * Prepares to answer a turn from the assistant's knowledge. Resolves with a function that takes what the caller says in
   * this turn and returns the first part of the answer; undefined if the brain would have to guess.
   */
  known(turn: Pick<BrainTurn, 'assistant' | 'history'>): Promise<(text: string) => string | undefined>
  /** See `KnowledgeIndex.nearest`. */
  nearest(assistant: AssistantDefinition, text: string): string[]
  /**
   * Indexes an assistant's knowledge in slices. Without this, `nearest` indexes it at once, which blocks the thread.
   */
  prepare(assistant: AssistantDefinition): Promise<void>
}

/**
 * How many of the last lines are searched for subjects. Earlier ones do not affect follow-ups and hardly affect
 * suggestions.
 */
const MAX_ASKED_LINES = 60

/**
 * The built-in brain: answers only from the assistant's own knowledge. It keeps no state; what was talked about is read
 * from the lines that the caller heard, so an answer that was cut off unheard does not count.
 */
export function createKnowledgeBrain(lines: EmergencyLines = emergencyLinesOf(undefined)): KnowledgeBrain {
  return {
    async *reply(turn) {
      const index = await knowledgeIndexOf(turn.assistant)
      const asked = await inSlices(askedEntries(turn.history, index))
      yield answerTo(turn, index, asked, realHelpFor(turn.assistant, lines))
    },
    async known({ assistant, history }) {
      const index = await knowledgeIndexOf(assistant)
      const lastTopic = (await inSlices(askedEntries(history, index))).at(-1)
      return (text) => {
        const found = (lastTopic && index.followUp(lastTopic, text)) ?? index.find(text)?.answer
        return found && firstPart(found, assistant.voiceId)
      }
    },
    async confidenceIn({ assistant, text }) {
      return (await knowledgeIndexOf(assistant)).explains(text)
    },
    nearest: (assistant, text) => knowledgeIndexAtOnce(assistant).nearest(text),
    prepare: async (assistant) => void (await knowledgeIndexOf(assistant)),
  }
}

/** @param realHelp ends a refusal if the caller may need a professional; the refusal then suggests only one question */
function answerTo(turn: BrainTurn, index: KnowledgeIndex, asked: Asked, realHelp: string | undefined): string {
  const { assistant, history, text } = turn
  const offer = (lead: string): string =>
    withSuggestions(lead, suggest(withinField(assistant), asked, history), assistant.voiceId)
  const refuse = (lead: string): string => {
    const questions = waysOn(withinField(assistant), index.nearest(text), asked, history)
    turn.onMissed?.(questions)
    return realHelp === undefined
      ? withSuggestions(lead, questions, assistant.voiceId)
      : `${withSuggestions(lead, questions.slice(0, 1), assistant.voiceId)} ${realHelp}`
  }

  const askBack = (entries: Asked): string => {
    turn.onOutcome?.('asked-back')
    return askBackOf(entries)
  }
  if (text.trim() === '') return notCaught(history, refuse)
  if (isRough(text)) {
    const sense = senseOf(index, text)
    if (sense.kind === 'refuse') return notCaught(history, refuse)
    return sense.kind === 'answer'
      ? inNewWords(partFor(text, sense.entry), assistant.voiceId, history, text)
      : askBack(sense.entries)
  }

  const say = (answer: string): string => inNewWords(answer, assistant.voiceId, history, text)
  const intent = smallTalkIntent(text)
  const put = lastPut(assistant, history)
  const exact = index.exact(text)
  if (put && !exact) {
    const taken = takenOf(put, text, intent, index)
    if (taken === 'none') return IN_OTHER_WORDS
    if (taken === 'which') return askWhich(put.entries)
    if (taken) return say(isChoice(text) || intent === 'yes' ? taken.answer : partFor(text, taken))
  }
  const revised = exact ? undefined : revisedChoice(turn, index)
  if (revised === 'none') return IN_OTHER_WORDS
  if (revised) return say(revised.answer)

  const lastTopic = (put?.isAskedBack && put.entries.length === 1 ? put.entries[0] : undefined) ?? asked.at(-1)
  const followUp = lastTopic && index.followUp(lastTopic, text)
  const wantsMore = intent === 'go-on' || intent === 'not-enough'
  if (!followUp && (intent === 'yes' || wantsMore)) {
    const rest = restOfAnswer(turn, asked, index, intent === 'yes' ? 1 : LINES_BACK)
    if (rest !== undefined) return rest
  }

  if (followUp) return say(followUp)
  if (exact) return say(exact.answer)

  if (intent === 'repeat') return repeat(history, assistant)
  if (intent === 'slower') {
    const line = repeat(history, assistant)
    return index.answeredBy(line) ? inSmallSteps(line) : line
  }
  if (wantsMore && asked.length === 0) return offer(ABOUT_WHAT)
  if (intent) return SMALL_TALK_REPLIES[intent](assistant, offer)

  const leaning = lastTopic && leaningAnswer(text, lastTopic)
  if (leaning) return say(leaning)
  // Without a question to choose from, a choice was most likely misheard.
  if (isChoice(text)) return notCaught(history, refuse)
  if (lastTopic && isDetail(text)) return restOfAnswer(turn, asked, index, 1) ?? refuse(dontKnow(text))
  if (index.isFollowUp(text)) return offer(ABOUT_WHAT)

  const understood = understandAfter(put, text, index)
  if (understood.kind === 'answer') return say(partFor(text, understood.entry))
  const related = lastTopic && relatedEntry(text, lastTopic, index)
  if (related) return say(related.answer)
  if (isThankful(text)) return SMALL_TALK_REPLIES.thanks(assistant, offer)
  if (understood.kind === 'ask-back') return askBack(understood.entries)
  const general = generalEntry(text, index)
  return general ? say(general.answer) : refuse(dontKnow(text))
}

function dontKnow(text: string): string {
  return `${readBack(text)}I don't know that yet, and I'd rather not guess.`
}

/** Which of the offered entries the caller means: an entry, 'none', or 'which' if they agreed without choosing. */
function takenOf(
  { entries, isAskedBack }: PutQuestion,
  text: string,
  intent: SmallTalkIntent | undefined,
  index: KnowledgeIndex,
): KnowledgeEntry | 'none' | 'which' | undefined {
  const chosen = chosenOf(entries, text)
  if (chosen) return chosen
  const [only, ...others] = entries
  if (intent === 'yes') return others.length === 0 ? only : 'which'
  if (!isAskedBack) return undefined
  if (intent === 'no') return 'none'
  return intent === undefined && correctionIn(text) === undefined ? index.clearlyOf(entries, text) : undefined
}

/** Which of the entries offered before the last answer the caller means instead: "no, the other one". */
function revisedChoice(
  { assistant, history, text }: BrainTurn,
  index: KnowledgeIndex,
): KnowledgeEntry | 'none' | undefined {
  const before = lastTaken(assistant, history, (line) => index.answeredBy(line))
  const chosen = chosenOf(before?.entries ?? [], text, before?.answered)
  if (chosen || !before) return chosen
  const meant = meantIn(text)
  const others = before.entries.filter((entry) => entry !== before.answered)
  return meant === undefined ? undefined : (chosenOf(others, meant) ?? index.clearlyOf(others, meant))
}

/** After "no, I meant …", the suggested entries are ruled out. */
function understandAfter(put: PutQuestion | undefined, text: string, index: KnowledgeIndex): Understanding {
  const correction = put ? correctionIn(text) : meantIn(text)
  if (correction === undefined) return index.understand(text)
  const understood = index.understand(correction)
  if (understood.kind !== 'ask-back') return understood
  const entries = understood.entries.filter((entry) => !put?.entries.includes(entry))
  return entries.length > 0 ? { kind: 'ask-back', entries } : { kind: 'refuse' }
}

/** The entries that the last lines asked for or mentioned, in order. */
function* askedEntries(history: readonly HeardLine[], index: KnowledgeIndex): Generator<void, KnowledgeEntry[]> {
  const asked: KnowledgeEntry[] = []
  for (const line of history.slice(-MAX_ASKED_LINES)) {
    const entry = line.role === 'user' ? index.find(line.content) : index.answeredBy(line.content)
    if (entry && entry !== asked.at(-1)) asked.push(entry)
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
