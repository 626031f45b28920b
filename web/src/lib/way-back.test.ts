import { expect, it } from 'vitest'
import type { DraftBox } from './draft-box.ts'
import { markWayBack, takeWayBack } from './way-back.ts'

function box(): DraftBox {
  const kept = new Map<string, unknown>()
  return {
    read: async (key) => kept.get(key) ?? null,
    keep: async (key, value) => void kept.set(key, value),
    forget: async (key) => void kept.delete(key),
  }
}

it('the way back can be taken once', async () => {
  const drafts = box()
  expect(await takeWayBack(drafts, 0)).toBe(false)
  await markWayBack(drafts, 1_000)
  expect(await takeWayBack(drafts, 3_600_000)).toBe(true)
  expect(await takeWayBack(drafts, 3_600_000)).toBe(false)
})

it('the way back is forgotten after a while', async () => {
  const drafts = box()
  await markWayBack(drafts, 0)
  expect(await takeWayBack(drafts, 3 * 3_600_000)).toBe(false)
  expect(await takeWayBack(drafts, 0)).toBe(false)
})
