import { expect, test } from 'vitest'
import type { Location } from 'react-router'
import {
  afterHistoryEvent,
  isDialogEntry,
  withDialogEntry,
  type DialogHistory,
  type HistoryEvent,
} from './dialog-history.ts'

const screen = { location: { pathname: '/pricing' } as Location, replace: false }
const BACK: HistoryEvent = { type: 'back-pressed' }
const LINK: HistoryEvent = { type: 'screen-requested', screen }
const CHANGED: HistoryEvent = { type: 'dialogs-changed' }
const settled = (isOpen: boolean, isAtEntry: boolean): HistoryEvent => ({ type: 'settled', isOpen, isAtEntry })

/** The steps after each of the events, beginning at a page without a dialog. */
function stepsAfter(...events: HistoryEvent[]) {
  let now: DialogHistory = { phase: 'page' }
  return events.map((event) => {
    const [next, step] = afterHistoryEvent(now, event)
    now = next
    return step
  })
}
const OPENED = [settled(true, false), settled(true, true)]

test('a page without a dialog needs no step, and back there is an ordinary one', () => {
  expect(stepsAfter(settled(false, false), BACK, settled(false, false))).toEqual(['none', 'none', 'none'])
})

test('a dialog that opens gets one entry', () => {
  const repeated = [settled(true, false), settled(true, false), settled(true, true)]
  expect(stepsAfter(...repeated)).toEqual(['add-entry', 'none', 'none'])
  const reopened = [settled(true, false), settled(false, false), settled(true, false)]
  expect(stepsAfter(...reopened), 'before the page has reached it').toEqual(['add-entry', 'none', 'none'])
})

test('back closes the dialog, which gets no new entry while it is still open', () => {
  const closing = [settled(true, false), BACK, CHANGED, settled(false, false)]
  expect(stepsAfter(...OPENED, BACK, ...closing).slice(2)).toEqual(['close-dialog', 'none', 'none', 'none', 'none'])
  const inner = [BACK, CHANGED, settled(true, false)]
  expect(stepsAfter(...OPENED, ...inner).slice(2), 'the outer dialog').toEqual(['close-dialog', 'none', 'add-entry'])
})

test('a dialog that was closed otherwise leaves its entry, and the next dialog waits for the page', () => {
  const reopened = [settled(false, true), BACK, settled(true, true), settled(true, false)]
  expect(stepsAfter(...OPENED, ...reopened).slice(2)).toEqual(['leave-entry', 'none', 'none', 'add-entry'])
  expect(stepsAfter(settled(false, true)), 'reached again with forward').toEqual(['leave-entry'])
})

test('a link in a dialog takes the place of the entry, which is not left besides', () => {
  const links = [LINK, CHANGED, settled(false, true), settled(false, false), settled(true, false)]
  expect(stepsAfter(...OPENED, ...links).slice(2)).toEqual(['none', 'none', 'none', 'none', 'add-entry'])
})

test('a screen that is requested during the step back is opened after it', () => {
  const late = [settled(false, true), LINK, settled(false, true), settled(false, false), settled(false, false)]
  expect(stepsAfter(...OPENED, ...late).slice(2)).toEqual(['leave-entry', 'none', 'none', screen, 'none'])
})

test('an entry keeps the other state of its page', () => {
  expect(withDialogEntry({ tab: 'sign-up' })).toEqual({ tab: 'sign-up', dialog: true })
  expect(isDialogEntry(withDialogEntry(null))).toBe(true)
  for (const state of [null, undefined, 'dialog', {}, { dialog: 'yes' }]) expect(isDialogEntry(state)).toBe(false)
})
