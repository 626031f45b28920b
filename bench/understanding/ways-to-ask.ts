import { readFileSync } from 'node:fs'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'

/**
 * A question in the corpus of ways to ask (`ways-to-ask/`). Each assistant has a file with questions under the id of
 * the entry that answers them, none of which was used to write the entry's patterns or keywords. Under `[-]` are
 * questions close to its field that it can't answer. Weights are learnt from every second line (`learn-likeness.ts`);
 * the other lines are held out for measuring.
 */
export interface WayToAsk {
  assistant: string
  text: string
  /** The entry that answers the question; null if none does. */
  entry: string | null
  kind: 'way' | 'near stranger' | 'stranger'
  isHeldOut: boolean
}

/**
 * One in this many questions for other assistants is used as a stranger's question, which the assistant can't answer.
 */
const STRANGERS_ONE_IN = 8
const EVERY_ASSISTANT = 'every-assistant'

/** Overlapping fields: a question for one of these assistants may well be answered by the other. */
const NEIGHBOURS: Record<string, string> = {
  healthcare: 'pediatrics therapy spiritual friendship speech-therapy culinary',
  therapy: 'spiritual friendship pediatrics education speech-therapy legal real-estate academic',
  spiritual: 'friendship pediatrics',
  friendship: 'pediatrics culinary education',
  pediatrics: 'speech-therapy',
  'speech-therapy': 'education',
  finance: 'real-estate legal technology',
  'real-estate': 'legal',
  legal: 'customer-service',
  education: 'academic',
  marketing: 'customer-service technology',
  'customer-service': 'automotive',
}

export function waysToAsk(): WayToAsk[] {
  const own = CATALOGUE_DEFINITIONS.flatMap(({ id }) => [
    ...linesOf(`ways-to-ask/${id}`, id),
    ...linesOf(`ways-to-ask/${EVERY_ASSISTANT}`, id),
    ...linesOf(`learnt-from/${id}`, id).map((way) => ({ ...way, isHeldOut: false })),
  ])
  const strangers = CATALOGUE_DEFINITIONS.flatMap(({ id }) =>
    own
      .filter(({ assistant, kind, entry }) => kind === 'way' && !areNeighbours(id, assistant) && !isShared(entry))
      .filter(({ text }) => hashOf(id + text) % STRANGERS_ONE_IN === 0)
      .map((way): WayToAsk => ({ ...way, assistant: id, entry: null, kind: 'stranger' })),
  )
  return [...own, ...strangers]
}

function linesOf(file: string, assistant: string): WayToAsk[] {
  const lines = readFileSync(new URL(`${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  let entry: string | null = null
  let count = 0
  return lines.flatMap((text): WayToAsk[] => {
    const [, heading] = /^\[(.+)\]$/.exec(text) ?? []
    if (heading !== undefined) {
      entry = heading === '-' ? null : heading
      count = 0
      return []
    }
    count += 1
    return [{ assistant, text, entry, kind: entry === null ? 'near stranger' : 'way', isHeldOut: count % 2 === 0 }]
  })
}

function areNeighbours(one: string, other: string): boolean {
  return one === other || isNextTo(one, other) || isNextTo(other, one)
}

function isNextTo(one: string, other: string): boolean {
  return NEIGHBOURS[one]?.split(' ').includes(other) === true
}

/** Whether every assistant has the entry, or several can answer it. */
function isShared(entry: string | null): boolean {
  return entry === null || ['for-business', 'privacy', 'crisis', 'hard-times'].includes(entry)
}

function hashOf(text: string): number {
  return [...text].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 7)
}
