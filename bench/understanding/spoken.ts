import type { AssistantDefinition } from '../../contract/src/assistant.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { grammarOf } from '../../server/src/voice/brain/assistant-grammar.ts'
import { knowledgeIndexAtOnce, type KnowledgeIndex } from '../../server/src/voice/brain/knowledge-index.ts'
import { isRough, isRoughCry, senseOf } from '../../server/src/voice/brain/rough-words.ts'
import { detectEmergency } from '../../server/src/voice/emergency/detect.ts'
import { DISTRESS } from '../../server/src/voice/emergency/sentences-testing.ts'
import type { SpeechGrammar } from '../../server/src/voice/ports.ts'
import { createGrammarRecogniser, type GrammarRecogniser } from '../../server/src/voice/stt/grammar-recogniser.ts'
import { phonesOf } from '../../server/src/voice/tts/pronunciation.ts'
import { rowOf, table } from '../figures.ts'
import { ownTexts } from './own-texts.ts'
import { spread } from './people.ts'
import type { Voice } from './voices.ts'
import { waysToAsk, type WayToAsk } from './ways-to-ask.ts'

export interface SpokenResult {
  assistant: string
  /** The entries' own questions. */
  known: number
  knownRight: number
  asked: number
  right: number
  askedBack: number
  wrong: number
  strangers: number
  strangersAnswered: number
  strangersAskedBack: number
  /** How many questions of both kinds were mistaken for an emergency. */
  alarmed: number
  cries: number
  criesMet: number
  misses: string[]
}

/**
 * Says the entries' own questions, held-out ways to ask, questions for other assistants and cries for help to an assistant,
 * `most` of each, in alternating voices. The assistant is one of the catalogue or of the held-out texts of owners.
 */
export async function measureSpoken(
  assistantId: string,
  most: number,
  voices: readonly Voice[],
): Promise<SpokenResult> {
  const { assistant, ways: own } = assistantWithWays(assistantId)
  const recogniser = createGrammarRecogniser({ workers: 1, pronounce: phonesOf })
  const grammar = grammarOf(assistant)
  const index = knowledgeIndexAtOnce(assistant)
  const ways = spread(own.filter(({ kind }) => kind === 'way'), most) // oxfmt-ignore
  const strangers = spread(own.filter(({ kind }) => kind === 'stranger'), most) // oxfmt-ignore
  const cries = spread(DISTRESS, most)
  const known = spread(assistant.knowledge ?? [], most)
  const result: SpokenResult = {
    assistant: assistantId,
    known: known.length,
    knownRight: 0,
    asked: ways.length,
    right: 0,
    askedBack: 0,
    wrong: 0,
    strangers: strangers.length,
    strangersAnswered: 0,
    strangersAskedBack: 0,
    alarmed: 0,
    cries: cries.length,
    criesMet: 0,
    misses: [],
  }
  const hear = async (text: string, at: number): Promise<string> => {
    const samples = await voices[at % voices.length]?.(text)
    return samples ? recognise(recogniser, grammar, samples) : ''
  }
  try {
    await recogniser.warm(grammar)
    for (const [at, entry] of known.entries()) {
      const heard = await hear(entry.question, at)
      const sense = senseOf(index, heard)
      if (sense.kind === 'answer' && sense.entry.id === entry.id) result.knownRight += 1
      else result.misses.push(`${assistantId}: "${entry.question}" was heard as "${heard}"`)
    }
    for (const [at, way] of [...ways, ...strangers].entries()) count(result, way, await hear(way.text, at), index)
    for (const [at, cry] of cries.entries()) {
      if (isAlarming(await hear(cry, at))) result.criesMet += 1
      else result.misses.push(`${assistantId}: no help for "${cry}"`)
    }
  } finally {
    await recogniser.close()
  }
  return result
}

function assistantWithWays(id: string): { assistant: AssistantDefinition; ways: WayToAsk[] } {
  const assistant = CATALOGUE_DEFINITIONS.find((each) => each.id === id)
  if (assistant) return { assistant, ways: waysToAsk().filter((way) => way.assistant === id && way.isHeldOut) }
  const ownText = ownTexts('held-out').find((each) => each.assistant.id === id)
  if (!ownText) throw new Error(`There is no assistant ${id}.`)
  return ownText
}

/** The recognised words; empty if nothing was understood. */
export async function recognise(recogniser: GrammarRecogniser, grammar: SpeechGrammar, samples: Float32Array) {
  const stream = recogniser.open(grammar)
  stream.write(samples)
  const { text, understood } = await stream.finish()
  return understood ? text : ''
}

function isAlarming(heard: string): boolean {
  return isRough(heard) ? isRoughCry(heard) : detectEmergency(heard) !== undefined
}

function count(result: SpokenResult, { text, entry, kind }: WayToAsk, heard: string, index: KnowledgeIndex): void {
  if (isAlarming(heard)) result.alarmed += 1
  const sense = senseOf(index, heard)
  if (sense.kind === 'refuse') return
  const ids = (sense.kind === 'answer' ? [sense.entry] : sense.entries).map(({ id }) => id)
  if (entry !== null && ids.includes(entry)) {
    if (sense.kind === 'answer') result.right += 1
    else result.askedBack += 1
    return
  }
  result.misses.push(`${result.assistant}: "${text}" (${kind}) was taken for ${ids.join(', ')}: ${heard}`)
  if (kind !== 'stranger') result.wrong += 1
  else if (sense.kind === 'answer') result.strangersAnswered += 1
  else result.strangersAskedBack += 1
}

/** A table with a column for each assistant and one for all together. */
export function spokenTable(results: readonly SpokenResult[]): string {
  const row = rowOf([...results.map((result) => [result]), results])
  const share =
    (part: Counter[], whole: Counter[]) =>
    (some: readonly SpokenResult[]): string => {
      const [counted, of] = [sum(some, part), sum(some, whole)]
      return `${((100 * counted) / Math.max(1, of)).toFixed(0)} % (${counted} of ${of})`
    }
  return table(
    [...results.map(({ assistant }) => assistant), 'all'],
    [
      row("the entries' own questions right", '', share(['knownRight'], ['known'])),
      row('right, or rightly asked back', '≥ 70 %', share(['right', 'askedBack'], ['asked'])),
      row('of these asked back', '', share(['askedBack'], ['asked'])),
      row('wrong', '≤ 5 %', share(['wrong'], ['asked'])),
      row('strangers answered', '≤ 2 %', share(['strangersAnswered'], ['strangers'])),
      row('strangers asked back', '≤ 10 %', share(['strangersAskedBack'], ['strangers'])),
      row('alarmed without need', '≤ 1 %', share(['alarmed'], ['asked', 'strangers'])),
      row('cries for help met', '', share(['criesMet'], ['cries'])),
    ],
  )
}

type Counter = Exclude<keyof SpokenResult, 'assistant' | 'misses'>

function sum(results: readonly SpokenResult[], counters: readonly Counter[]): number {
  return results
    .flatMap((result) => counters.map((counter) => result[counter]))
    .reduce((total, each) => total + each, 0)
}
