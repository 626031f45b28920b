import type { DraftContent } from './own-assistant.ts'
import type { KnowledgePair } from './own-knowledge.ts'

/** One difference between two versions of an own assistant, to be shown to its owner. Pure. */
export type AssistantChange =
  | {
      kind: 'field'
      field: 'name' | 'voiceId' | 'firstMessage' | 'systemPrompt' | 'notes'
      before: string
      after: string
    }
  | { kind: 'photo' }
  /** The marks of the face in the photo were moved. */
  | { kind: 'photoFace' }
  | { kind: 'added'; after: KnowledgePair }
  | { kind: 'removed'; before: KnowledgePair }
  | { kind: 'changed'; before: KnowledgePair; after: KnowledgePair }
  /** The questions and answers are the same, in another order. */
  | { kind: 'order' }

export function changesBetween(before: DraftContent, after: DraftContent): AssistantChange[] {
  const fields = (['name', 'voiceId', 'firstMessage', 'systemPrompt'] as const).flatMap((field) =>
    fieldChange(field, before[field], after[field]),
  )
  const isSamePhoto = before.photoId === after.photoId
  // The marks of the face belong to a photo. With a new photo, new marks are not a change of their own.
  const isSameFace = !isSamePhoto || JSON.stringify(before.photoFace) === JSON.stringify(after.photoFace)
  return [
    ...(isSamePhoto ? [] : [{ kind: 'photo' } as const]),
    ...(isSameFace ? [] : [{ kind: 'photoFace' } as const]),
    ...fields,
    ...pairChanges(before.knowledge.pairs, after.knowledge.pairs),
    ...fieldChange('notes', before.knowledge.notes, after.knowledge.notes),
  ]
}

type FieldChange = Extract<AssistantChange, { kind: 'field' }>

function fieldChange(field: FieldChange['field'], before: string, after: string): FieldChange[] {
  return before === after ? [] : [{ kind: 'field', field, before, after }]
}

/** Matches pairs by equal question, or else by equal answer. Unmatched pairs were added or removed. */
function pairChanges(before: readonly KnowledgePair[], after: readonly KnowledgePair[]): AssistantChange[] {
  const partners = new Map<KnowledgePair, KnowledgePair>()
  const left = new Set(before)
  for (const likeness of [identical, sameQuestion, sameAnswer]) {
    for (const pair of after) {
      if (partners.has(pair)) continue
      const partner = [...left].find((each) => likeness(each, pair))
      if (partner === undefined) continue
      partners.set(pair, partner)
      left.delete(partner)
    }
  }
  const changes = after.flatMap((pair): AssistantChange[] => {
    const partner = partners.get(pair)
    if (partner === undefined) return [{ kind: 'added', after: pair }]
    return identical(partner, pair) ? [] : [{ kind: 'changed', before: partner, after: pair }]
  })
  const removed = [...left].map((pair) => ({ kind: 'removed', before: pair }) as const)
  const all = [...changes, ...removed]
  const isSameOrder = after.every((pair, index) => partners.get(pair) === before[index])
  return all.length === 0 && !isSameOrder ? [{ kind: 'order' }] : all
}

const sameQuestion = (one: KnowledgePair, other: KnowledgePair) =>
  one.question.toLowerCase() === other.question.toLowerCase()
const sameAnswer = (one: KnowledgePair, other: KnowledgePair) => one.answer === other.answer
const identical = (one: KnowledgePair, other: KnowledgePair) =>
  one.question === other.question && sameAnswer(one, other)
