/** A sentence without an end is split at a space before this many characters. */
export const MAX_SENTENCE_CHARS = 400

const TERMINATOR = /[.!?…]+["'”’)\]*_]*$/
const FULL_WIDTH_TERMINATOR = /[。！？]$/
const LIST_MARK = /[-*•#\d]/

/** Abbreviations that never end a sentence. */
const TITLES = new Set(
  'mr mrs ms mx dr prof rev hon gen col capt lt sgt st mt messrs e.g i.e vs viz approx cf al'.split(' '),
)
/** Abbreviations that end a sentence only if the next word begins with a capital. */
const OFTEN_FINAL = new Set(
  ('a.m p.m etc inc ltd co corp jr sr ph.d m.d b.a m.a u.s u.k e.u ave blvd rd dept est appt min max hr hrs tel ext ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun')
    .split(' '),
) // oxfmt-ignore
/** Words that are abbreviations only before a number: "No. 5", but not "No. We are closed." */
const BEFORE_NUMBER = new Set('no nos fig vol pp p ch sec art apt'.split(' '))

/**
 * Splits text into sentences while it is still arriving. The sentences, joined, are exactly the text. The splits do not
 * depend on the pieces in which the text was pushed.
 */
export function createSentenceSplitter() {
  let pending = ''
  // Everything before this index of `pending` was examined and contains no end of a sentence.
  let scanned = 0

  const take = (end: number): string => {
    const sentence = pending.slice(0, end)
    pending = pending.slice(end)
    scanned = 0
    return sentence
  }

  return {
    /** Adds text and returns the sentences that are certainly complete, each with the space that follows it. */
    push: (text: string): string[] => {
      pending += text
      const sentences: string[] = []
      while (scanned < pending.length) {
        const end = cutBefore(pending, scanned)
        scanned++
        if (end !== undefined) sentences.push(take(end))
      }
      return sentences
    },
    /** Ends the text and returns what is left. */
    flush: () => (pending === '' ? [] : [take(pending.length)]),
  }
}

export function splitSentences(text: string): string[] {
  const splitter = createSentenceSplitter()
  return [...splitter.push(text), ...splitter.flush()]
}

/** Examines one character with all before it. Returns where the sentence ends if this character shows that it has ended. */
function cutBefore(text: string, index: number): number | undefined {
  const next = text.charAt(index)
  if (/\s/.test(next)) return undefined
  const before = text.slice(Math.max(0, index - 60), index)
  const body = before.trimEnd()
  const space = before.slice(body.length)
  if (space.length > 0 && body.length > 0 && endsSentence(body, space, next)) return index
  if (space.length === 0 && FULL_WIDTH_TERMINATOR.test(body) && !/[。！？”’」]/.test(next)) return index
  if (index < MAX_SENTENCE_CHARS) return undefined
  const lastSpace = text.slice(0, index).search(/\s+\S*$/)
  if (lastSpace <= 0) return isLowSurrogate(next) ? undefined : index
  return lastSpace + (/^\s+/.exec(text.slice(lastSpace))?.[0].length ?? 0)
}

function endsSentence(body: string, space: string, next: string): boolean {
  const isLower = next !== next.toUpperCase()
  if (space.includes('\n') && (!isLower || LIST_MARK.test(next) || /\n\s*\n/.test(space))) return true
  if (!TERMINATOR.test(body)) return false
  const token = /\S+$/.exec(body)?.[0] ?? ''
  if (!/^[^!?]*\.["'”’)\]*_]*$/.test(token)) return !isLower || !/…|\.\.$/.test(token)
  if (isLower) return false
  const word = token
    .toLowerCase()
    .replace(/^["'“‘([*_]+/, '')
    .replace(/\.+["'”’)\]*_]*$/, '')
  if (TITLES.has(word)) return false
  if (OFTEN_FINAL.has(word)) return /[\p{Lu}"“‘'(]/u.test(next)
  if (BEFORE_NUMBER.has(word)) return !/\d/.test(next)
  const isInitial = /^\p{L}$/u.test(word) && word !== 'i'
  const isListNumber = /^\d{1,3}$/.test(word) && body.length === token.length
  return !isInitial && !isListNumber
}

function isLowSurrogate(char: string): boolean {
  const code = char.charCodeAt(0)
  return code >= 0xdc00 && code <= 0xdfff
}
