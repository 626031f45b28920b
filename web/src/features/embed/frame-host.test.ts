import { expect, onTestFinished, test, vi } from 'vitest'
import { askForTicket } from './frame-host.ts'

/** A page in a frame of another site. `hear`: a message from that window arrives. */
function frame() {
  const parent = { postMessage: vi.fn<(message: unknown, origin: string) => void>() }
  const page = Object.assign(new EventTarget(), { parent })
  vi.stubGlobal('window', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const hear = (source: unknown, data: unknown) =>
    page.dispatchEvent(Object.assign(new Event('message'), { source, data }))
  return { parent, hear }
}

test('a ticket is taken from the page around the frame, and from no other window', async () => {
  const { parent, hear } = frame()
  const ticket = askForTicket(new AbortController().signal)
  expect(parent.postMessage.mock.calls).toEqual([[{ type: 'voxhall:ticket-wanted' }, '*']])
  hear({}, { type: 'voxhall:ticket', ticket: 'forged' })
  hear({}, { type: 'voxhall:refused', title: 'No', detail: 'No.' })
  hear(parent, { type: 'voxhall:ticket', ticket: 'given' })
  await expect(ticket).resolves.toBe('given')
})

test('a refusal is told in the words of the page around the frame', async () => {
  const { parent, hear } = frame()
  const ticket = askForTicket(new AbortController().signal)
  hear(parent, { type: 'voxhall:refused', title: 'No', detail: 'Not here.' })
  await expect(ticket).rejects.toMatchObject({ code: 'origin-refused', detail: 'Not here.' })
})

test('a page around the frame that is asking for a ticket is not overtaken by the frame', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { parent, hear } = frame()
  void askForTicket(new AbortController().signal)
  expect(vi.getTimerCount()).toBe(1)
  hear(parent, { type: 'voxhall:asking' })
  expect(vi.getTimerCount()).toBe(0)
})
