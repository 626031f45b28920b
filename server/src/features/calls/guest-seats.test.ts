import { expect, it } from 'vitest'
import { createGuestSeats } from './guest-seats.ts'

const JOIN_WITHIN_MS = 60_000

function room() {
  let now = 0
  const seats = createGuestSeats(JOIN_WITHIN_MS, () => now)
  let calls = 0
  const sit = (clientKey: string) => {
    const callId = `call_${(calls += 1)}`
    seats.take(clientKey).keepFor(callId)
    return callId
  }
  return { seats, sit, pass: (ms: number) => (now += ms) }
}

const REFUSED = expect.objectContaining({ code: 'too-many-calls' })

it('has five seats for each client, whatever others do', () => {
  const { seats, sit } = room()
  for (let taken = 0; taken < 5; taken += 1) sit('one')
  expect(() => seats.take('one')).toThrow(REFUSED)
  expect(() => sit('other')).not.toThrow()
})

it('counts a seat from the moment it is asked for, and gives back what was refused', () => {
  const { seats } = room()
  const asked = Array.from({ length: 5 }, () => seats.take('one'))
  expect(() => seats.take('one')).toThrow(REFUSED)
  asked[0]?.giveBack()
  expect(() => seats.take('one')).not.toThrow()
})

it('frees a seat that nobody came to, and keeps one in which somebody talks until they leave', () => {
  const { seats, sit, pass } = room()
  const ids = Array.from({ length: 5 }, () => sit('one'))
  seats.joined(ids[0] ?? '')
  pass(JOIN_WITHIN_MS)
  for (let taken = 0; taken < 4; taken += 1) sit('one')
  expect(() => seats.take('one')).toThrow(REFUSED)
  seats.left(ids[0] ?? '')
  expect(() => sit('one')).not.toThrow()
})
