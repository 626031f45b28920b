import { normaliseWords } from '#contract/phrase-pattern.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { TOOLS } from '../../server/src/voice/actions/actions-testing.ts'
import { createDialogGrammar, momentOf } from '../../server/src/voice/actions/dialog-grammar.ts'
import { askingFor, newTask, type DialogState } from '../../server/src/voice/actions/dialog-state.ts'
import { dialogWord } from '../../server/src/voice/actions/dialog-words.ts'
import { grammarOf } from '../../server/src/voice/brain/assistant-grammar.ts'
import { smallTalkIntent } from '../../server/src/voice/brain/small-talk.ts'
import type { SpeechGrammar } from '../../server/src/voice/ports.ts'
import { createGrammarRecogniser } from '../../server/src/voice/stt/grammar-recogniser.ts'
import { phonesOf } from '../../server/src/voice/tts/pronunciation.ts'
import { rowOf, table } from '../figures.ts'
import { recognise } from './spoken.ts'
import type { Voice } from './voices.ts'

/** One point of a call, and sentences that people say there, separated by commas. */
interface Moment {
  name: string
  grammar: SpeechGrammar
  /** Two sentences with the same meaning count as the same; without one, their words count. */
  meaningOf: (text: string) => string | undefined
  lines: string
}

const [definition] = CATALOGUE_DEFINITIONS
if (!definition) throw new Error('The catalogue is empty.')
const inCall = grammarOf(definition)
const inDialog = createDialogGrammar(inCall, [TOOLS.book])
const booking = newTask(TOOLS.book, {})
const during = (state: DialogState): SpeechGrammar => inDialog(momentOf(state))

const MOMENTS: readonly Moment[] = [
  {
    name: 'any time',
    grammar: inCall,
    meaningOf: smallTalkIntent,
    lines: `hello, hi there, good morning, hello there, thank you, thanks a lot, thank you very much, that's very helpful,
      that's great thanks, perfect thank you, great thank you, lovely thank you, goodbye, bye bye, have a nice day,
      see you later, that's all thank you, thank you goodbye, okay bye, no that is all, can you repeat that,
      say that again please, what did you say, could you say that again, sorry what was that, I beg your pardon,
      one more time please, sorry I didn't catch that, I didn't understand that, can you say it again, please repeat,
      slower please, can you speak more slowly, not so fast please, could you slow down please, you are too fast,
      please stop, hold on a second, wait a minute, just a moment please, one moment please, that's enough, go on,
      tell me more, yes tell me more please, please continue, can you tell me more, yes go ahead, yes, yes please,
      yeah sure, of course, okay, sure, yes exactly, yes that's right, yes I do, exactly, that would be great,
      yes that one, right, no, no thanks, no thank you, not really, no not that, nope, no way, never mind, who are you,
      what's your name, are you a robot, are you a real person, am I talking to a human, what can you do,
      how can you help me, what can I ask you, I need help, can you help me please, the first one, the second one,
      number one, number two, number two please, the last one, the third one, the middle one, neither of them,
      none of those, the first question please, yes the second one, the other one, I mean the first one`,
  },
  {
    name: 'a time is asked for',
    grammar: during(askingFor(booking, 'slot')),
    meaningOf: () => undefined,
    lines: `two thirty, half past ten, quarter to four, Monday at ten, tomorrow at two, the second one,
      the first one please, four, ten in the morning, Tuesday afternoon, at two on Friday, five thirty,
      any time next week, Friday the twelfth at four, next Tuesday at ten thirty, December the second at three,
      the one at ten, later please, ten o'clock, twelve fifteen, one thirty in the afternoon,
      I want Monday at four forty five, the one at half past three, take the one at two, ten on Monday,
      at ten in the morning on Tuesday, at nine on Thursday, at one on Monday, any time this week, number two please,
      number one, number three, option two, the middle one please, the earliest one, ten to four, twenty past ten,
      ten past two, twenty to five, five past nine, on Monday at ten to four, tomorrow at twenty past ten,
      the last one, I will take number two`,
  },
  {
    name: 'a booking is confirmed',
    grammar: during({ phase: 'confirming', task: booking, misses: 0 }),
    meaningOf: dialogWord,
    lines: `yes that's correct, sounds good, sounds good to me, perfect thanks, go ahead, yes please book it, that's fine,
      yes do that, correct, absolutely, of course, great, great thank you, yes all correct, yes that is right, looks good,
      sure go ahead, please do, okay great, yes it is, definitely, alright, yes please go ahead, that would be great,
      fine by me, that's great, lovely thanks, no that's wrong, not quite, no that is not right, wrong, no not really,
      that's not correct, actually never mind, I don't want that, cancel that please, forget about it, I changed my mind,
      leave it, no I don't want to book, change the time please, the name is wrong, can I change the number,
      I want to change my name, no the time is wrong, no at eight, at eight please, Tuesday at eight, no make it five,
      Wednesday, at two please, no I said nine, rather at one, sorry I meant eleven, at half past eight, no at two,
      make it three please`,
  },
]

interface ReplyResult {
  said: number
  right: number
  /** Heard as the other answer to a question: as agreeing, refusing, leaving or changing. */
  contrary: number
  misses: string[]
}

/** Has synthetic voices say small talk, choices, times and answers to "Shall I book it?". */
export async function measureReplies(voices: readonly Voice[]): Promise<{ report: string; misses: string[] }> {
  const recogniser = createGrammarRecogniser({ workers: 1, pronounce: phonesOf })
  const results: ReplyResult[] = []
  try {
    for (const { name, grammar, meaningOf, lines } of MOMENTS) {
      await recogniser.warm(grammar)
      const result: ReplyResult = { said: 0, right: 0, contrary: 0, misses: [] }
      for (const text of lines.split(',').map((line) => line.trim().replace(/\s+/g, ' '))) {
        for (const voice of voices) {
          const heard = await recognise(recogniser, grammar, await voice(text))
          const [meant, understood] = [meaningOf(text), meaningOf(heard)]
          const isRight = meant === undefined ? words(heard) === words(text) : understood === meant
          result.said += 1
          if (isRight) result.right += 1
          else result.misses.push(`${name}: "${text}" was heard as "${heard}"`)
          if (!isRight && meaningOf === dialogWord && understood !== undefined) result.contrary += 1
        }
      }
      results.push(result)
    }
  } finally {
    await recogniser.close()
  }
  const row = rowOf(results)
  const columns = MOMENTS.map(({ name }) => name)
  return {
    report: table(columns, [
      row('heard as meant', '', ({ right, said }) => `${right} of ${said}`),
      row('heard as a contrary answer', '0', ({ contrary }) => String(contrary)),
    ]),
    misses: results.flatMap(({ misses }) => misses),
  }
}

function words(text: string): string {
  return normaliseWords(text).join(' ')
}
