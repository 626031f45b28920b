import { expect, it } from 'vitest'
import { judgeUtterance } from './judge-utterance.ts'

it.each([
  ['a question', { text: 'how do i save money', understood: true, voicedMs: 1_500, over: undefined }, 'understood'],
  ['a question over an answer', { text: 'how do i save money', understood: true, voicedMs: 1_500, over: 'a pension is' }, 'understood'],
  ['a click', { text: '', understood: false, voicedMs: 200, over: undefined }, 'nothing'],
  ['unknown words', { text: '', understood: false, voicedMs: 900, over: undefined }, 'not-understood'],
  ['a cough over an answer', { text: '', understood: false, voicedMs: 900, over: 'a pension is' }, 'nothing'],
  ['a long objection over an answer', { text: '', understood: false, voicedMs: 1_400, over: 'a pension is' }, 'not-understood'],
  ['the loudspeaker in the microphone', { text: 'i see', understood: true, voicedMs: 400, over: 'What I see, is' }, 'nothing'],
  ['agreement', { text: 'uh huh', understood: true, voicedMs: 400, over: 'a pension is' }, 'backchannel'],
  ['agreement in a silence', { text: 'got it', understood: true, voicedMs: 400, over: undefined }, 'nothing'],
  ['"stop"', { text: 'please stop', understood: true, voicedMs: 500, over: 'a pension is' }, 'understood'],
] as const)('%s is judged %3$s', (_, utterance, verdict) => {
  expect(judgeUtterance(utterance)).toBe(verdict)
}) // prettier-ignore
