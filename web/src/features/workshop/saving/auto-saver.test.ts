import { beforeEach, expect, it, vi } from 'vitest'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { createAutoSaver, NotSaved, type SaveState } from './auto-saver.ts'

interface Saving {
  content: string
  base: number
  succeed: () => void
  fail: (error: unknown) => void
}

const CONFLICT = new ApiProblem({ status: 409, code: 'changed-meanwhile', title: '', detail: '', requestId: null })
let savings: Saving[]
let phases: string[]

beforeEach(() => {
  vi.useFakeTimers()
  savings = []
  phases = []
  return () => vi.useRealTimers()
})

const make = () =>
  createAutoSaver<string, number>({
    kept: { base: 1, content: 'a' },
    save: (content, base) =>
      new Promise((resolve, reject) => {
        savings.push({ content, base, succeed: () => resolve(base + 1), fail: reject })
      }),
    readNow: async () => ({ base: 9, content: 'theirs' }),
    onState: (state: SaveState) => phases.push(state.phase === 'failed' ? state.reason : state.phase),
  })

/** Completes the latest request, and lets everything that waits for it continue. */
async function end(how: (saving: Saving) => void) {
  const last = savings.at(-1)
  if (last) how(last)
  await vi.advanceTimersByTimeAsync(0)
}

it('saves once when the typing pauses', async () => {
  const saver = make()
  for (const text of ['ab', 'abc', 'abcd']) saver.change(text)
  await vi.advanceTimersByTimeAsync(900)
  expect(savings).toMatchObject([{ content: 'abcd', base: 1 }])
  await end((saving) => saving.succeed())
  expect(phases).toEqual(['waiting', 'saving', 'saved'])
  expect(saver.base()).toBe(2)
})

it('does not save a change that was undone', async () => {
  const saver = make()
  saver.change('ab')
  saver.change('a')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(savings).toEqual([])
  expect(phases).toEqual(['waiting', 'saved'])
})

it('saves text typed during a request afterwards, based on the version of that request', async () => {
  const saver = make()
  saver.change('ab')
  const all = saver.flush()
  saver.change('abc')
  void saver.flush()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(savings).toHaveLength(1)
  await end((saving) => saving.succeed())
  expect(savings[1]).toMatchObject({ content: 'abc', base: 2 })
  await end((saving) => saving.succeed())
  expect(await all).toBe(true)
  expect(saver.isDirty()).toBe(false)
})

it('keeps the changes when a save fails, and tries again with the next change', async () => {
  const saver = make()
  saver.change('ab')
  const first = saver.flush()
  await end((saving) => saving.fail(new Error('no connection')))
  expect(await first).toBe(false)
  expect(phases.at(-1)).toBe('other')
  expect(saver.isDirty()).toBe(true)
  saver.change('abc')
  await vi.advanceTimersByTimeAsync(900)
  expect(savings[1]).toMatchObject({ content: 'abc', base: 1 })
})

it('does not overwrite a change from elsewhere until the owner has chosen', async () => {
  const saver = make()
  saver.change('ab')
  void saver.flush()
  await end((saving) => saving.fail(CONFLICT))
  saver.change('abc')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(savings).toHaveLength(1)
  expect(phases.at(-1)).toBe('conflict')
  void saver.keepMine(7)
  expect(savings[1]).toMatchObject({ content: 'abc', base: 7 })

  const other = make()
  other.change('ab')
  void other.flush()
  await end((saving) => saving.fail(CONFLICT))
  other.adopt({ base: 9, content: 'z' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(savings).toHaveLength(3)
  expect(other).toSatisfy((one: typeof other) => one.base() === 9 && !one.isDirty())
  other.change('zz')
  await vi.advanceTimersByTimeAsync(900)
  expect(savings[3], 'the conflict is over').toMatchObject({ content: 'zz', base: 9 })
})

it('saves nothing while other work changes the content on the server, and afterwards on top of that', async () => {
  const saver = make()
  saver.change('ab')
  const published = Promise.withResolvers<string>()
  const work = vi.fn<() => Promise<string>>(async () => {
    const answer = await published.promise
    saver.rebase({ base: 5, content: 'ab' })
    return answer
  })
  const whole = saver.betweenSaves(work)
  expect(work).not.toHaveBeenCalled()
  await end((saving) => saving.succeed())
  expect(work).toHaveBeenCalledOnce()
  saver.change('abc')
  void saver.flush()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(savings).toHaveLength(1)
  expect(phases.at(-1)).toBe('waiting')
  published.resolve('published')
  expect(await whole).toBe('published')
  await vi.advanceTimersByTimeAsync(0)
  expect(savings[1]).toMatchObject({ content: 'abc', base: 5 })
  await end((saving) => saving.succeed())
  expect(phases.at(-1)).toBe('saved')
  saver.rebase({ base: 6, content: 'from elsewhere' })
  expect(saver.isDirty()).toBe(true)
})

it('does not start other work before everything is saved and earlier work is done', async () => {
  const saver = make()
  saver.change('ab')
  const refused = saver.betweenSaves(async () => 'done').catch((error: unknown) => error)
  await end((saving) => saving.fail(new Error('no connection')))
  expect(await refused).toBeInstanceOf(NotSaved)

  const first = Promise.withResolvers<string>()
  const second = vi.fn<() => Promise<string>>(async () => 'second')
  const both = [saver.betweenSaves(() => first.promise), saver.betweenSaves(second)]
  await end((saving) => saving.succeed())
  expect(second).not.toHaveBeenCalled()
  first.reject(new Error('refused'))
  expect(await Promise.allSettled(both)).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }])
})
