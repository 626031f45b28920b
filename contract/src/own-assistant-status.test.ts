import { expect, it } from 'vitest'
import {
  nextOwnAssistantStatus,
  OWN_ASSISTANT_STATUSES,
  settleStatuses,
  type OwnAssistantEvent,
  type OwnAssistantStatus,
} from './own-assistant-status.ts'

const EVENTS: readonly OwnAssistantEvent[] = ['room', 'no-room', 'pause', 'resume']

/** The columns are in the order of EVENTS. */
const TABLE: Record<OwnAssistantStatus, OwnAssistantStatus[]> = {
  draft: ['live', 'draft', 'paused', 'draft'],
  live: ['live', 'draft', 'paused', 'live'],
  paused: ['paused', 'paused', 'paused', 'draft'],
}

it.each(OWN_ASSISTANT_STATUSES)('each event moves %s to the status in the table', (status) => {
  expect(EVENTS.map((event) => nextOwnAssistantStatus(status, event))).toEqual(TABLE[status])
})

const short = (statuses: string) =>
  [...statuses].map((letter) => ({ d: 'draft', l: 'live', p: 'paused' })[letter] as OwnAssistantStatus)

it.each([
  // Columns: statuses with the oldest first, the room, the statuses afterwards.
  ['', 3, ''],
  ['d', 0, 'd'],
  ['d', 1, 'l'],
  ['dd', 1, 'ld'],
  ['dpd', 1, 'lpd'],
  ['dl', 1, 'dl'],
  ['dld', 2, 'lld'],
  ['lll', 1, 'ldd'],
  ['dll', 1, 'dld'],
  ['llp', 0, 'ddp'],
  ['ddd', null, 'lll'],
  ['p', null, 'p'],
] as const)('%j with room for %s becomes %j', (before, room, after) => {
  const settled = settleStatuses(short(before), room)
  expect(settled).toEqual(short(after))
  expect(settleStatuses(settled, room)).toEqual(settled)
})
