import { expect, it } from 'vitest'
import { createEventReader } from './use-live-changes.ts'

const STREAM = 'event: ready\ndata:\n\n: beat\n\nevent: changed\ndata: emails\n\n'

it.each([1, 2, 7, STREAM.length])('reads events that arrive in pieces of %i', (size) => {
  const read = createEventReader()
  const events = []
  for (let at = 0; at < STREAM.length; at += size) events.push(...read(STREAM.slice(at, at + size)))
  expect(events).toEqual([
    { name: 'ready', data: '' },
    { name: 'changed', data: 'emails' },
  ])
})
