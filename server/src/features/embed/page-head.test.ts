import { expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { AssistantPage } from '#contract/own-assistant.ts'
import { createEmbedHeads } from './embed.ts'

const PAGES: Readonly<Record<string, Pick<AssistantPage, 'state'>>> = {
  'nora-12345678': { state: 'open' },
  'paul-12345678': { state: 'paused' },
  'dora-12345678': { state: 'draft' },
}

const find = createEmbedHeads(
  (id) => id === 'culinary',
  async (slug) => {
    const page = PAGES[slug]
    if (!page) throw new AppError('not-found')
    return page
  },
)

it.each<[string, 'not-found' | undefined]>([
  ['/embed/culinary', undefined],
  ['/embed/culinary/', undefined],
  ['/embed/nora-12345678', undefined],
  // A paused assistant, whose page says that it will be back.
  ['/embed/paul-12345678', undefined],
  // Assistants that only their owner can open have no frame.
  ['/embed/dora-12345678', 'not-found'],
  ['/embed/nobody', 'not-found'],
  ['/embed/No Body', 'not-found'],
  ['/embed', undefined],
  ['/a/nobody', undefined],
  ['/pricing', undefined],
])('%s: %s', async (path, expected) => {
  expect(await find(path).catch(({ code }: AppError) => code)).toBe(expected)
})
