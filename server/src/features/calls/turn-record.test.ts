import { expect, test } from 'vitest'
import { createTurnRecord, type KeptTurn } from './turn-record.ts'

const turn = (position: number) => ({ position, outcome: 'answered' as const, said: null })
const answer = (position: number, firstAudioPlayedMs: number) =>
  ({ role: 'assistant', position, timings: { firstAudioPlayedMs } }) as const

test.each(['turns first', 'answers first'])('an answer belongs to the latest turn before it (%s)', (order) => {
  const kept = new Map<number, KeptTurn>()
  const record = createTurnRecord((saved) => void kept.set(saved.position, saved))
  const turns = () => [4, 2, 0].forEach((position) => record.turn(turn(position)))
  const answers = () => [answer(5, 500), answer(3, 300)].forEach((line) => record.line(line))
  if (order === 'turns first') turns()
  answers()
  if (order === 'answers first') turns()
  expect([0, 2, 4].map((position) => kept.get(position)?.firstAudioMs)).toEqual([null, 300, 500])
})
