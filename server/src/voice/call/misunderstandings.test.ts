import { expect, test } from 'vitest'
import type { TurnOutcome } from '#contract/calls.ts'
import { NONE_MISUNDERSTOOD, nextMisunderstandings, type TurnReport } from './misunderstandings.ts'

const turn = (outcome: TurnOutcome, ...questions: string[]): TurnReport => ({
  type: 'turn',
  outcome,
  itemId: 'item_1',
  text: '',
  questions,
})
const missed = (hasWords: boolean, ...questions: string[]): TurnReport =>
  turn(hasWords ? 'refused' : 'not-heard', ...questions)
const heard = (clarity: 'clear' | 'noisy' | 'quiet'): TurnReport => ({ type: 'heard', clarity })
const understood = turn('answered')
const offerAfter = (...reports: TurnReport[]) => reports.reduce(nextMisunderstandings, NONE_MISUNDERSTOOD).offer

test.each<[what: string, reports: TurnReport[], offer: ReturnType<typeof offerAfter>]>([
  ['one misunderstanding makes no offer', [missed(true, 'a')], null],
  ['two in a row, typed', [missed(true), missed(true, 'a', 'b')], { reason: 'outside-field', questions: ['a', 'b'] }],
  ['spoken and typed count alike', [missed(false), missed(true, 'a')], { reason: 'outside-field', questions: ['a'] }],
  ['two, but not in a row', [missed(true), understood, missed(true)], null],
  ['an understood turn ends it', [missed(true), missed(true), understood], null],
  ['an action, or a question asked back, is understood', [missed(true), turn('action'), missed(true), turn('asked-back'), missed(true)], null],
  ['in noise', [missed(false), heard('noisy'), missed(false)], { reason: 'noise', questions: [] }],
  ['too quiet', [heard('noisy'), missed(false), heard('quiet'), missed(false)], { reason: 'too-quiet', questions: [] }],
  ['clearly heard, for an unknown reason', [missed(false), heard('clear'), missed(false)], { reason: null, questions: [] }],
  ['earlier noise is forgotten', [heard('noisy'), understood, missed(false), missed(false)], { reason: null, questions: [] }],
  ['three questions at most', [missed(true), missed(true, 'a', 'b', 'c', 'd')], { reason: 'outside-field', questions: ['a', 'b', 'c'] }],
  ['the latest misunderstanding determines the offer', [missed(true, 'a'), missed(true, 'b'), missed(true, 'c')], { reason: 'outside-field', questions: ['c'] }],
])('%s', (_, reports, offer) => {
  expect(offerAfter(...reports)).toEqual(offer)
}) // oxfmt-ignore
