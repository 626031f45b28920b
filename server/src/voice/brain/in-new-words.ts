import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { VoiceId } from '#contract/voices.ts'
import { splitSentences } from '../tts/sentences.ts'
import { firstPart, namesHelp, nextPart, OFFER } from './answer-parts.ts'
import type { HeardLine } from './brain.ts'

/** Sentences of their own, so that what follows is found again when the person wants to hear more. */
const AGAIN = ['As I said, in short.', 'Once more.', 'To say it again.', 'It is still the same.']
const STEPS = 'Step by step.'

/** The first part of an answer; where it was said in this conversation, in fewer words or with what comes next. */
export function inNewWords(answer: string, voiceId: VoiceId, history: readonly HeardLine[]): string {
  const said = new Set(history.filter(({ role }) => role === 'assistant').map(({ content }) => plain(content)))
  const first = firstPart(answer, voiceId)
  if (!said.has(plain(first))) return first
  // Where help is, all of it is said again.
  const short = namesHelp(answer) ? first : shortened(answer)
  const [lead = '', ...others] = AGAIN
  const next = nextPart(answer, first, voiceId)
  const ways = [`${lead} ${short}`, ...(next ? [next] : []), ...others.map((other) => `${other} ${short}`)]
  return ways.find((way) => !said.has(plain(way))) ?? `${lead} ${short}`
}

/** What was said last, sentence by sentence: as slowly as the listener says "yes". */
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
