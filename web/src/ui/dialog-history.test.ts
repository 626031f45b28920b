import { expect, test } from 'vitest'
import { isDialogEntry, nextHistoryStep, withDialogEntry, type DialogHistory } from './dialog-history.ts'

const PAGE: DialogHistory = {
  isOpen: false,
  isAtEntry: false,
  hasEntry: false,
  isClosing: false,
  isGoingBack: false,
  isLeaving: false,
}
const step = (now: Partial<DialogHistory>) => nextHistoryStep({ ...PAGE, ...now })

test('a page without a dialog and a dialog at its entry need no step', () => {
  expect(step({})).toBe('none')
  expect(step({ isOpen: true, isAtEntry: true, hasEntry: true })).toBe('none')
})

test('a dialog that opens gets one entry', () => {
  expect(step({ isOpen: true })).toBe('add-entry')
  expect(step({ isOpen: true, hasEntry: true }), 'the entry is being added').toBe('none')
  expect(step({ isOpen: true, isAtEntry: true, isGoingBack: true }), 'the previous dialog’s entry is being left').toBe(
    'none',
  )
})

test('a dialog that closes because back was pressed gets no new entry', () => {
  expect(step({ isOpen: true, isClosing: true })).toBe('none')
  expect(step({ isAtEntry: true, isGoingBack: true })).toBe('none')
})

test('a dialog that was closed otherwise leaves its entry, unless a link already does', () => {
  expect(step({ isAtEntry: true, hasEntry: true })).toBe('leave-entry')
  expect(step({ isAtEntry: true }), 'reached again with forward').toBe('leave-entry')
  expect(step({ isAtEntry: true, isLeaving: true })).toBe('none')
})

test('an entry keeps the other state of its page', () => {
  expect(withDialogEntry({ tab: 'sign-up' })).toEqual({ tab: 'sign-up', dialog: true })
  expect(isDialogEntry(withDialogEntry(null))).toBe(true)
  for (const state of [null, undefined, 'dialog', {}, { dialog: 'yes' }]) expect(isDialogEntry(state)).toBe(false)
})
