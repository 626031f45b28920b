import { beforeEach, expect, test, vi } from 'vitest'
import { askForSite, fetchTicket } from './fetch-ticket.ts'

const BASE = 'https://voxhall.example'
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { origin: 'https://shop.example' })
  return () => void vi.unstubAllGlobals()
})

test('requests from a customer’s page carry no cookies', async () => {
  const look = { mode: 'button', side: 'left', label: 'Ask', colour: '#123456', bubble: '' }
  fetched.mockImplementation(async () => Response.json({ look, isReportWanted: true, ticket: 't' }))
  expect(await askForSite(BASE, 'nora-1')).toEqual({ look })
  expect(await fetchTicket(BASE, 'nora-1')).toEqual({ type: 'voxhall:ticket', ticket: 't' })
  expect(fetched.mock.calls).toEqual([
    [`${BASE}/api/embed/nora-1/site`, { credentials: 'omit' }],
    [`${BASE}/api/embed/nora-1/sightings`, { method: 'POST', credentials: 'omit', keepalive: true }],
    [`${BASE}/api/embed/nora-1/tickets`, { method: 'POST', credentials: 'omit' }],
  ])
})

test('a refusal has the server’s text, and an outage the script’s own', async () => {
  fetched.mockResolvedValueOnce(Response.json({ title: 'No', detail: 'Not here.' }, { status: 403 }))
  expect(await fetchTicket(BASE, 'nora-1')).toEqual({ type: 'voxhall:refused', title: 'No', detail: 'Not here.' })
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await fetchTicket(BASE, 'nora-1')).toMatchObject({ type: 'voxhall:refused', title: 'No connection' })
})

test('an assistant that is paused or deleted is not shown, but an outage alone hides none', async () => {
  fetched.mockResolvedValueOnce(Response.json({}, { status: 404 }))
  expect(await askForSite(BASE, 'nora-1')).toEqual({
    refusal: expect.stringContaining('no assistant "nora-1"') as string,
  })
  fetched.mockResolvedValueOnce(Response.json({}, { status: 503 }))
  expect(await askForSite(BASE, 'nora-1')).toEqual({ look: null })
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await askForSite(BASE, 'nora-1')).toEqual({ look: null })
})
