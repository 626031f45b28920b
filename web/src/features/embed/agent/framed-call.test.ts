import type { FrameMessage } from '#contract/embed.ts'
import { expect, test } from 'vitest'
import { createFramedCall } from './framed-call.ts'

const says = (phase: 'idle' | 'starting' | 'live', endReason: string | null = null, isDemo = true): FrameMessage => ({
  type: 'voxhall:call',
  phase,
  isDemo,
  endReason,
})

function watched() {
  const call = createFramedCall()
  const endings: string[] = []
  call.on('call-end', ({ reason }) => endings.push(reason))
  return { call, endings }
}

test('a call in a frame begins and ends once, for the reason that the frame gives', () => {
  const { call, endings } = watched()
  for (const message of [says('starting'), says('live'), says('idle', 'limit-reached')]) call.receive(message)
  call.receive(says('idle', 'limit-reached'))
  call.end()
  expect(endings).toEqual(['limit-reached'])
  expect(call.state()).toMatchObject({ phase: 'ended', isDemo: true, reason: 'limit-reached' })
})

test('a call paid by a plan is not a demo', () => {
  const { call } = watched()
  call.receive(says('live', null, false))
  expect(call.state()).toMatchObject({ phase: 'live', isDemo: false })
})

test('a live call whose frame is removed counts as ended by the caller', () => {
  const { call, endings } = watched()
  call.receive(says('live'))
  call.end()
  expect(endings).toEqual(['person-ended'])
})

test('a call that never began reports no end, and unknown messages are ignored', () => {
  const { call, endings } = watched()
  for (const data of [null, 'x', { type: 'voxhall:call', phase: 'elsewhere' }, says('starting')]) call.receive(data)
  call.end()
  expect(endings).toEqual([])
})
