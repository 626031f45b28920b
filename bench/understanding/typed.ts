import type { AssistantDefinition } from '../../contract/src/assistant.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { knowledgeIndexAtOnce } from '../../server/src/voice/brain/knowledge-index.ts'
import { isExplained, judgeDanger } from '../../server/src/voice/emergency/detect.ts'
import { ownTexts } from './own-texts.ts'
import { waysToAsk, type WayToAsk } from './ways-to-ask.ts'

/**
 * The outcomes of typed questions. Strangers' questions are ones that the assistant can't answer: only a refusal is
 * right.
 */
export interface TypedResult {
  questions: number
  right: number
  /** The assistant asked back, and the right entry was among its suggestions. */
  askedBack: number
  /** Another entry was answered, or was all that the assistant suggested. */
  wrong: number
  refused: number
  /** Answered as an emergency, as some of the questions are. */
  alarmed: number
  strangers: number
  strangersAnswered: number
  strangersAskedBack: number
  strangersAlarmed: number
  nearStrangers: number
  nearStrangersAnswered: number
  nearStrangersAskedBack: number
  nearStrangersAlarmed: number
  /** A line of text for each question that was not understood right. */
  misses: string[]
}

/** Measures the held-out typed questions of the corpus, for each assistant. */
export function measureTyped(
  isTaken: (way: WayToAsk, index: number) => boolean = () => true,
): ReadonlyMap<string, TypedResult> {
  const ways = waysToAsk()
    .filter(({ isHeldOut }) => isHeldOut)
    .filter(isTaken)
  return new Map(
    CATALOGUE_DEFINITIONS.map((definition) => [
      definition.id,
      resultOf(
        definition,
        ways.filter(({ assistant }) => assistant === definition.id),
      ),
    ]),
  )
}

/** Measures typed questions to every `oneIn`th of the assistants that are made of a held-out text alone. */
export function measureOwnTexts(oneIn = 1): ReadonlyMap<string, TypedResult> {
  const texts = ownTexts('held-out').filter((_, at) => at % oneIn === 0)
  return new Map(texts.map(({ assistant, ways }) => [assistant.id, resultOf(assistant, ways)]))
}

function resultOf(definition: AssistantDefinition, ways: readonly WayToAsk[]): TypedResult {
  const index = knowledgeIndexAtOnce(definition)
  const result = noneYet()
  for (const way of ways) {
    const outcome = outcomeOf(way, index)
    count(result, way, outcome)
    if (outcome !== 'right') result.misses.push(`${definition.id}, ${way.entry ?? way.kind}: ${way.text} → ${outcome}`)
  }
  return result
}

type Outcome = 'right' | 'asked back' | 'wrong' | 'refused' | 'alarmed'

function outcomeOf({ text, entry }: WayToAsk, index: ReturnType<typeof knowledgeIndexAtOnce>): Outcome {
  const danger = judgeDanger(text)
  if (danger.kind && !isExplained(danger, index.explains(text))) return 'alarmed'
  const understood = index.understand(text)
  if (understood.kind === 'refuse') return entry === null ? 'right' : 'refused'
  if (understood.kind === 'answer') return understood.entry.id === entry ? 'right' : 'wrong'
  return entry === null || understood.entries.some(({ id }) => id === entry) ? 'asked back' : 'wrong'
}

function count(result: TypedResult, { kind }: WayToAsk, outcome: Outcome): void {
  if (kind === 'way') {
    result.questions += 1
    if (outcome === 'right') result.right += 1
    else if (outcome === 'asked back') result.askedBack += 1
    else if (outcome === 'wrong') result.wrong += 1
    else if (outcome === 'refused') result.refused += 1
    else result.alarmed += 1
    return
  }
  const isNear = kind === 'near stranger'
  result[isNear ? 'nearStrangers' : 'strangers'] += 1
  if (outcome === 'wrong') result[isNear ? 'nearStrangersAnswered' : 'strangersAnswered'] += 1
  if (outcome === 'alarmed') result[isNear ? 'nearStrangersAlarmed' : 'strangersAlarmed'] += 1
  if (outcome === 'asked back') result[isNear ? 'nearStrangersAskedBack' : 'strangersAskedBack'] += 1
}

function noneYet(): TypedResult {
  return {
    questions: 0,
    right: 0,
    askedBack: 0,
    wrong: 0,
    refused: 0,
    alarmed: 0,
    strangers: 0,
    strangersAnswered: 0,
    strangersAskedBack: 0,
    strangersAlarmed: 0,
    nearStrangers: 0,
    nearStrangersAnswered: 0,
    nearStrangersAskedBack: 0,
    nearStrangersAlarmed: 0,
    misses: [],
  }
}

export function totalOf(results: Iterable<TypedResult>): TypedResult {
  const total = noneYet()
  for (const result of results) {
    for (const key of Object.keys(total) as (keyof TypedResult)[]) {
      if (key === 'misses') total.misses.push(...result.misses)
      else total[key] += result[key]
    }
  }
  return total
}
