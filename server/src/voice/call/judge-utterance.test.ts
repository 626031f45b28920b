import { expect, it } from 'vitest'
import { isQuestion } from './listener.ts'
import { judgeUtterance } from './judge-utterance.ts'

it.each([
  ['a question', { text: 'how do i save money', understood: true, voicedMs: 1_500, over: undefined, isAsked: false }, 'understood'],
  ['half a question', { text: 'how do i', understood: true, isUnfinished: true, voicedMs: 900, over: undefined, isAsked: false }, 'unfinished'],
  ['"okay" recognised as half a sentence', { text: 'okay', understood: true, isUnfinished: true, voicedMs: 400, over: 'a pension is', isAsked: false }, 'backchannel'],
  ['a question over an answer', { text: 'how do i save money', understood: true, voicedMs: 1_500, over: 'a pension is', isAsked: false }, 'understood'],
  ['a click', { text: '', understood: false, voicedMs: 200, over: undefined, isAsked: false }, 'nothing'],
  ['unknown words', { text: '', understood: false, voicedMs: 900, over: undefined, isAsked: false }, 'not-understood'],
  ['a cough over an answer', { text: '', understood: false, voicedMs: 900, over: 'a pension is', isAsked: false }, 'nothing'],
  ['a long objection over an answer', { text: '', understood: false, voicedMs: 1_400, over: 'a pension is', isAsked: false }, 'not-understood'],
  ['the loudspeaker in the microphone', { text: 'i see', understood: true, voicedMs: 400, over: 'What I see, is', isAsked: false }, 'nothing'],
  ['agreement', { text: 'uh huh', understood: true, voicedMs: 400, over: 'a pension is', isAsked: false }, 'backchannel'],
  ['agreement in a silence', { text: 'got it', understood: true, voicedMs: 400, over: undefined, isAsked: false }, 'nothing'],
  ['"yes" over an answer', { text: 'yes', understood: true, voicedMs: 400, over: 'a pension is', isAsked: false }, 'backchannel'],
  ['"go on" over an answer', { text: 'go on', understood: true, voicedMs: 400, over: 'a pension is', isAsked: false }, 'backchannel'],
  ['"no" in a silence', { text: 'no', understood: true, voicedMs: 400, over: undefined, isAsked: false }, 'nothing'],
  ['"go on" in a silence', { text: 'go on', understood: true, voicedMs: 400, over: undefined, isAsked: false }, 'understood'],
  ['"okay" after a question', { text: 'okay', understood: true, voicedMs: 400, over: undefined, isAsked: true }, 'understood'],
  ['"mm hmm" after a question', { text: 'mm hmm', understood: true, voicedMs: 400, over: undefined, isAsked: true }, 'understood'],
  ['"no" after a question', { text: 'no thanks', understood: true, voicedMs: 400, over: undefined, isAsked: true }, 'understood'],
  ['"yes" at the end of a question', { text: 'yes', understood: true, voicedMs: 400, over: 'week. Shall I go on?', isAsked: true }, 'understood'],
  ['a question heard through the loudspeaker', { text: 'go on', understood: true, voicedMs: 400, over: 'week. Shall I go on?', isAsked: true }, 'nothing'],
  ['"I see" after a question', { text: 'i see', understood: true, voicedMs: 400, over: undefined, isAsked: true }, 'nothing'],
  ['"stop"', { text: 'please stop', understood: true, voicedMs: 500, over: 'a pension is', isAsked: false }, 'understood'],
] as const)('%s is judged as %3$s', (_, utterance, verdict) => {
  expect(judgeUtterance(utterance)).toBe(verdict)
}) // oxfmt-ignore

it.each([
  ['Shall I book it?', true],
  ['Shall I book it? Just say yes.', true],
  ['There is a table at eight. Let me know if I should book it.', true],
  ['A pension is money for later.', false],
  ['Why did it win a prize? Because it stood out. That is an old one.', false],
])('%j asks for an answer: %s', (line, isAsked) => {
  expect(isQuestion(line)).toBe(isAsked)
})
