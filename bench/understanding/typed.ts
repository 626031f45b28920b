import type { AssistantDefinition } from '../../contract/src/assistant.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { knowledgeIndexAtOnce } from '../../server/src/voice/brain/knowledge-index.ts'
import { isExplained, judgeDanger } from '../../server/src/voice/emergency/detect.ts'
import { ownTexts } from './own-texts.ts'
import { waysToAsk, type WayToAsk } from './ways-to-ask.ts'

export const OUTCOMES = ['right', 'asked back', 'wrong', 'refused', 'alarmed'] as const

/**
 * - `right`: the entry was answered. Strangers' questions are ones that the assistant can't answer: only a refusal is
 *   right.
 * - `asked back`: the right entry, if there is one, was among the suggestions.
 * - `wrong`: another entry was answered, or was all that the assistant suggested.
 * - `alarmed`: answered as an emergency, as some of the questions are.
 */
type Outcome = (typeof OUTCOMES)[number]

export interface Asked {
  way: WayToAsk
  outcome: Outcome
}

/** Measures the held-out typed questions of the corpus, for each assistant. */
export function measureTyped(
  isTaken: (way: WayToAsk, index: number) => boolean = () => true,
): ReadonlyMap<string, Asked[]> {
  const ways = waysToAsk()
    .filter(({ isHeldOut }) => isHeldOut)
    .filter(isTaken)
  return new Map(
    CATALOGUE_DEFINITIONS.map((definition) => [
      definition.id,
      ask(
        definition,
        ways.filter(({ assistant }) => assistant === definition.id),
      ),
    ]),
  )
}

/** Measures typed questions to every `oneIn`th of the assistants that are made of a held-out text alone. */
export function measureOwnTexts(oneIn = 1): ReadonlyMap<string, Asked[]> {
  const texts = ownTexts('held-out').filter((_, at) => at % oneIn === 0)
  return new Map(texts.map(({ assistant, ways }) => [assistant.id, ask(assistant, ways)]))
}

function ask(definition: AssistantDefinition, ways: readonly WayToAsk[]): Asked[] {
  if (ways.length === 0) return []
  const index = knowledgeIndexAtOnce(definition)
  return ways.map((way) => ({ way, outcome: outcomeOf(way, index) }))
}

function outcomeOf({ text, entry }: WayToAsk, index: ReturnType<typeof knowledgeIndexAtOnce>): Outcome {
  const danger = judgeDanger(text)
  if (danger.kind && !isExplained(danger, index.explains(text))) return 'alarmed'
  const understood = index.understand(text)
  if (understood.kind === 'refuse') return entry === null ? 'right' : 'refused'
  if (understood.kind === 'answer') return understood.entry.id === entry ? 'right' : 'wrong'
  return entry === null || understood.entries.some(({ id }) => id === entry) ? 'asked back' : 'wrong'
}

export function ofKind(asked: readonly Asked[], kind: WayToAsk['kind']): Asked[] {
  return asked.filter(({ way }) => way.kind === kind)
}

/** The share of questions with an outcome; NaN of no questions. */
export function shareOf(asked: readonly Asked[], wanted: Outcome): number {
  return asked.filter(({ outcome }) => outcome === wanted).length / asked.length
}
