import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { VoiceId } from '#contract/voices.ts'
import { splitSentences } from '../tts/sentences.ts'
import { firstPart, namesHelp, nextPart, OFFER } from './answer-parts.ts'
import type { HeardLine } from './brain.ts'

/** Separate sentences, so that the answer after them can be recognised in the history when the caller wants to hear more. */
const AGAIN = ['As I said, in short.', 'Once more.', 'To say it again.', 'It is still the same.']
const STEPS = 'Step by step.'

/**
 * The first part of an answer. If it was already said in this conversation, the next part for a caller who has asked in
 * other words, since the first part was not what they wanted to know; or else a shorter form.
 */
export function inNewWords(answer: string, voiceId: VoiceId, history: readonly HeardLine[], question: string): string {
  const linesOf = (speaker: HeardLine['role']): Set<string> =>
    new Set(history.filter(({ role }) => role === speaker).map(({ content }) => plain(content)))
  const said = linesOf('assistant')
  const first = firstPart(answer, voiceId)
  if (!said.has(plain(first))) return first
  // Text that says where to get help is repeated in full.
  const short = namesHelp(answer) ? first : shortened(answer)
  const [lead = '', ...others] = AGAIN
  let next: string | undefined = first
  while (next && said.has(plain(next))) next = nextPart(answer, next, voiceId)
  const parts = next ? [next] : []
  const inShort = `${lead} ${short}`
  const isSameQuestion = linesOf('user').has(plain(question))
  const ways = [...(isSameQuestion ? [inShort, ...parts] : [...parts, inShort]), ...others.map((other) => `${other} ${short}`)] // oxfmt-ignore
  return ways.find((way) => !said.has(plain(way))) ?? `${lead} ${short}`
}

/** Repeats the last line sentence by sentence; the next one follows when the caller says "yes". */
export function inSmallSteps(line: string): string {
  const text = line.startsWith(STEPS) ? line.slice(STEPS.length).trim() : line
  return namesHelp(text) ? text : `${STEPS} ${shortened(text)}`
}

function shortened(answer: string): string {
  const [first = '', ...rest] = splitSentences(answer).filter((sentence) => sentence.trim() !== OFFER)
  const isAll = rest.join('').trim() === '' && !answer.endsWith(OFFER)
  return isAll ? first.trim() : `${first.trim()} ${OFFER}`
}

function plain(text: string): string {
  return normaliseWords(text).join(' ')
}
