import { randomUUID } from 'node:crypto'
import type { TurnTimings } from '#contract/realtime.ts'
import type { HeardLine } from '../brain/brain.ts'
import type { CallRecorder } from './call-recorder.ts'
import type { SpokenWords } from './spoken-words.ts'

/** One utterance, typed line or answer in a call. */
export interface ConversationItem {
  readonly id: string
  readonly role: 'user' | 'assistant'
  /** For the assistant, the words that were heard so far. */
  content: string
  /** Time since the start of the call. */
  readonly atMs: number
  readonly by: 'speech' | 'typing'
  interrupted: boolean
  timings: TurnTimings | undefined
  /** For an answer, all of its words with their times. */
  readonly words: SpokenWords | undefined
  /** False while the item is still being spoken or recognised. */
  complete: boolean
  /** A sound of listening, such as "mm hmm" during an answer. It is shown and recorded, and answers nothing. */
  isBackchannel: boolean
}

/** More than the longest call needs; stops a program that adds lines without end. */
const MAX_ITEMS = 1_000

export type Conversation = ReturnType<typeof createConversation>

/**
 * What was said and heard, in order. It is the single source for the brain, the captions, the record and the items of
 * the protocol.
 * @param memory the lines of an earlier call that this one continues: the brain knows them, and they are not spoken again
 */
export function createConversation(recorder: CallRecorder, memory: readonly HeardLine[]) {
  const items: ConversationItem[] = []
  /** By the order in which items began, which may differ from the order in which they are completed. */
  const positions = new Map<string, number>()
  const saved = new Set<string>()
  return {
    /** Appends an item and returns the id of the previous one. */
    add(item: ConversationItem): string | undefined {
      const previousId = items.at(-1)?.id
      items.push(item)
      positions.set(item.id, positions.size)
      return previousId
    },
    find: (id: string) => items.find((item) => item.id === id),
    remove(id: string): boolean {
      const index = items.findIndex((item) => item.id === id)
      if (index >= 0) items.splice(index, 1)
      return index >= 0
    },
    /** Whether this id was ever used in the call. */
    isKnown: (id: string) => positions.has(id),
    /** The item's place among all items of the call, from 0. */
    positionOf: (id: string) => positions.get(id),
    isFull: () => positions.size >= MAX_ITEMS,
    isEmpty: () => items.length === 0,
    /** The latest complete item; an answer in progress and a backchannel do not count. */
    lastSaid: () => items.findLast((item) => item.complete && !item.isBackchannel),
    /**
     * Complete lines with words, for the brain. Without backchannels: an "okay" during a question would look like the answer
     * to it.
     */
    history: () => [
      ...memory,
      ...items
        .filter((item) => item.complete && item.content !== '' && !item.isBackchannel)
        .map(({ role, content }): HeardLine => ({ role, content })),
    ],
    /** Writes the item to the call's record or updates its line there. A line is not recorded before it has words. */
    save(item: ConversationItem): void {
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
  return {
    id,
    ...rest,
    content: '',
    interrupted: false,
    timings: undefined,
    words,
    complete: false,
    isBackchannel: false,
  }
}

export function newId(kind: 'item' | 'resp'): string {
  return `${kind}_${randomUUID().replaceAll('-', '').slice(0, 20)}`
}
