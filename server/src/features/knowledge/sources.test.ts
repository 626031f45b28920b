import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { KnowledgePair } from '#contract/own-knowledge.ts'
import type { PairProposer } from '../../vendors/openai-pairs.ts'
import type { ReadDocument } from './reading/document.ts'
import { createSources } from './sources.ts'
import type { SourceRow, SourceStore } from './source-store.ts'

const MARKED = { question: 'Do you deliver?', answer: 'Every day until noon.' }
const FOUND = { question: 'When is bread baked?', answer: 'At four in the morning.' }
const DOCUMENT: ReadDocument = { title: 'Help', text: 'Bread\n\nBaked at four in the morning.', pairs: [MARKED] }
const RULES = [MARKED, { question: 'What about Bread?', answer: 'Baked at four in the morning.' }]

/** The pairs that are stored for a page when this model proposes them. */
async function kept(proposeByModel: PairProposer | undefined, document = DOCUMENT): Promise<readonly KnowledgePair[]> {
  let pairs: readonly KnowledgePair[] = []
  const row: SourceRow = { id: 'src', assistantId: 'own', kind: 'text', url: null, title: 'a.txt', status: 'reading', problem: null, readAt: null, createdAt: new Date() } // oxfmt-ignore
  const store: Pick<SourceStore, 'begin' | 'finish' | 'fail'> = {
    begin: async () => ({ source: row, isBegun: true }),
    finish: async (_, read) => void (pairs = read.pairs),
    fail: async () => undefined,
  }
  const sources = createSources({
    store: store as SourceStore,
    reader: { read: async () => document },
    assistants: {
      knowledgeOf: () => Promise.reject(new Error()),
      addKnowledge: () => Promise.reject(new Error()),
      removeKnowledge: () => Promise.reject(new Error()),
    },
    fetchPublic: () => Promise.reject(new Error()),
    proposeByModel,
    log: pino({ level: 'silent' }),
  })
  await sources.addFile('user', 'own', 'a.txt', Buffer.from('text'))
  await sources.settled()
  return pairs
}

it.each<[string, PairProposer | undefined, KnowledgePair[]]>([
  ['none', undefined, RULES],
  ['one that finds pairs (after those of the document)', async () => [FOUND], [MARKED, FOUND]],
  ['one that finds no pairs', async () => [], RULES],
  ['one that fails', () => Promise.reject(new Error('overloaded')), RULES],
  [
    'one that contradicts the document',
    async () => [{ ...MARKED, answer: 'We never deliver anything.' }, FOUND],
    [MARKED, FOUND],
  ],
  ['one that answers with an invalid pair', async () => [{ question: '', answer: '' }, FOUND], [MARKED, FOUND]],
])('pairs of a document with a model: %s', async (_, propose, pairs) => {
  expect(await kept(propose)).toEqual(pairs)
})

it('the model is not asked about a document without text', async () => {
  const isAsked = () => Promise.reject(new Error('it was asked'))
  expect(await kept(isAsked, { ...DOCUMENT, text: '' })).toEqual([MARKED])
})
