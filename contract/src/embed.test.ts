import { expect, it } from 'vitest'
import { frameMessageOf, hostMessageOf } from './embed.ts'

const call = { type: 'voxhall:call', phase: 'live', isDemo: true, endReason: null }

it.each([
  { ...call, phase: 'dancing' },
  { ...call, isDemo: 'yes' },
  { ...call, endReason: 1 },
  { type: 'voxhall:ticket' },
  { type: 'other' },
  'voxhall:close',
  null,
])('a message of another shape is not accepted as a message of the frame: %o', (data) => {
  expect(frameMessageOf(data)).toBeNull()
})

it.each([{ type: 'voxhall:ticket', ticket: 1 }, { type: 'voxhall:refused', title: 'No' }, call, null])(
  'a message of another shape is not accepted as a message of the script: %o',
  (data) => {
    expect(hostMessageOf(data)).toBeNull()
  },
)

it('messages of the protocol are accepted, without unknown fields', () => {
  expect(frameMessageOf(call)).toEqual(call)
  expect(hostMessageOf({ type: 'voxhall:ticket', ticket: 't', more: 1 })).toEqual({
    type: 'voxhall:ticket',
    ticket: 't',
  })
})
