import { expect, it, vi } from 'vitest'
import { createEventReader, createRefresher } from './use-live-changes.ts'

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

it('reads a table just once more, however often it changes while being read', async () => {
  const first = Promise.withResolvers<void>()
  const invalidateQueries = vi.fn<() => Promise<void>>(() => first.promise)
  const refresh = createRefresher({ invalidateQueries })
  for (const _ of [1, 2, 3]) refresh('emails')
  // The table and the figures.
  expect(invalidateQueries).toHaveBeenCalledTimes(2)
  first.resolve()
  await new Promise(setImmediate)
  expect(invalidateQueries).toHaveBeenCalledTimes(4)
})
