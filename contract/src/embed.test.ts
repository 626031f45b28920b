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
])('a message of another shape is none of the frame’s: %o', (data) => {
  expect(frameMessageOf(data)).toBeNull()
})

it.each([{ type: 'voxhall:ticket', ticket: 1 }, { type: 'voxhall:refused', title: 'No' }, call, null])(
  'a message of another shape is none of the script’s: %o',
  (data) => {
    expect(hostMessageOf(data)).toBeNull()
  },
)

it('messages of the protocol are read as they are', () => {
  expect(frameMessageOf(call)).toEqual(call)
  expect(hostMessageOf({ type: 'voxhall:ticket', ticket: 't', more: 1 })).toEqual({
    type: 'voxhall:ticket',
    ticket: 't',
  })
})
