import { expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { AssistantPage } from '#contract/own-assistant.ts'
import { createEmbedHeads } from './embed.ts'

const PAGES: Readonly<Record<string, Pick<AssistantPage, 'state'>>> = {
  'nora-12345678': { state: 'open' },
  'paul-12345678': { state: 'paused' },
  'dora-12345678': { state: 'draft' },
}
const onFault = vi.fn<(error: unknown) => void>()

const find = createEmbedHeads({
  isInCatalogue: (id) => id === 'culinary',
  async pageAt(slug) {
    if (slug === 'away-12345678') throw new Error('the database is away')
    const page = PAGES[slug]
    if (!page) throw new AppError('not-found')
    return page
  },
  onFault,
})

it.each<[string, 'missing' | undefined]>([
  ['/embed/culinary', undefined],
  ['/embed/culinary/', undefined],
  ['/embed/nora-12345678', undefined],
  // A paused assistant, whose page says that it will be back.
  ['/embed/paul-12345678', undefined],
  // Assistants that only their owner can open have no frame.
  ['/embed/dora-12345678', 'missing'],
  ['/embed/nobody', 'missing'],
  ['/embed/No Body', 'missing'],
  ['/embed', undefined],
  ['/a/nobody', undefined],
  ['/pricing', undefined],
])('%s: %s', async (path, expected) => {
  expect(await find(path)).toBe(expected)
})

it('if the database is unavailable, the page is served without its head and shows the failure itself', async () => {
  expect(await find('/embed/away-12345678')).toBeUndefined()
  expect(onFault).toHaveBeenCalledOnce()
})
