import { randomUUID } from 'node:crypto'
import type { TurnTimings } from '#contract/realtime.ts'
import type { HeardLine } from '../brain/brain.ts'
import type { CallRecorder } from './call-recorder.ts'
import type { SpokenWords } from './spoken-words.ts'

/** One thing said in a call, by either side. */
export interface ConversationItem {
  readonly id: string
  readonly role: 'user' | 'assistant'
  /** Of the assistant: what was heard so far. */
  content: string
  /** Since the start of the call. */
  readonly atMs: number
  readonly by: 'speech' | 'typing'
  interrupted: boolean
  timings: TurnTimings | undefined
  /** Of an answer: all its words with their times. */
  readonly words: SpokenWords | undefined
  /** False while it is still being said or recognised. */
  complete: boolean
}

/** What was said and heard, in order. The one truth for the brain, the captions, the record and the protocol's items. */
export interface Conversation {
  /** Appends the item and gives the id of the one before it. */
  add(item: ConversationItem): string | undefined
  find(id: string): ConversationItem | undefined
  remove(id: string): boolean
  /** Whether this id was ever used in the call. */
  isKnown(id: string): boolean
  /** The item's place among all items of the call, from 0. */
  positionOf(id: string): number | undefined
  isFull(): boolean
  isEmpty(): boolean
  /** The latest complete item; an answer that is being made doesn't count. */
  lastSaid(): ConversationItem | undefined
  /** For the brain: complete lines that have words. */
  history(): HeardLine[]
  /** Writes the item to the call's record, or brings its line there up to date. Lines without words are not kept. */
  save(item: ConversationItem): void
}

/** More than fits into the longest call; a program that writes lines without end is stopped here. */
const MAX_ITEMS = 1_000

/** `memory` is what was said before this call, in one that goes on here: known to the brain, and not said again. */
export function createConversation(recorder: CallRecorder, memory: readonly HeardLine[] = []): Conversation {
  const items: ConversationItem[] = []
  /** In the order in which things were begun, which is not the order in which they are known. */
  const positions = new Map<string, number>()
  const saved = new Set<string>()
  return {
    add(item) {
      const previousId = items.at(-1)?.id
      items.push(item)
      positions.set(item.id, positions.size)
      return previousId
    },
    find: (id) => items.find((item) => item.id === id),
    remove(id) {
      const index = items.findIndex((item) => item.id === id)
      if (index >= 0) items.splice(index, 1)
      return index >= 0
    },
    isKnown: (id) => positions.has(id),
    positionOf: (id) => positions.get(id),
    isFull: () => positions.size >= MAX_ITEMS,
    isEmpty: () => items.length === 0,
    lastSaid: () => items.findLast((item) => item.complete),
    history: () => [
      ...memory,
      ...items
        .filter((item) => item.complete && item.content !== '')
        .map(({ role, content }): HeardLine => ({ role, content })),
    ],
    save(item) {
      const position = positions.get(item.id)
      if (position === undefined || (item.content === '' && !saved.has(item.id))) return
      saved.add(item.id)
      const { id, role, content, atMs, interrupted, timings } = item
      recorder.line({ itemId: id, position, role, content, atMs, interrupted, timings })
    },
  }
}

export function newItem(
  item: Pick<ConversationItem, 'role' | 'by' | 'atMs'> & { id?: string | undefined; words?: SpokenWords },
): ConversationItem {
  const { id = newId('item'), words, ...rest } = item
  return { id, ...rest, content: '', interrupted: false, timings: undefined, words, complete: false }
}

export function newId(kind: 'item' | 'resp'): string {
  return `${kind}_${randomUUID().replaceAll('-', '').slice(0, 20)}`
}
