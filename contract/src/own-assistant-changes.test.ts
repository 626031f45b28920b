import { expect, it } from 'vitest'
import { changesBetween } from './own-assistant-changes.ts'
import type { DraftContent } from './own-assistant.ts'

const FACE = { eyes: 1 } as unknown as NonNullable<DraftContent['photoFace']>
const pair = (question: string, answer = 'Yes.') => ({ question, answer })
const BEFORE: DraftContent = {
  name: 'Nora',
  voiceId: 'hazel',
  firstMessage: 'Hello.',
  systemPrompt: '',
  knowledge: {
    pairs: [pair('Open?', 'At seven.'), pair('Rye bread?'), pair('Parking?', 'Behind the house.')],
    notes: '',
  },
  photoId: 'a',
  photoFace: null,
}
const [open, rye, parking] = BEFORE.knowledge.pairs
const withPairs = (...pairs: unknown[]) => ({ knowledge: { pairs, notes: '' } })

it.each<[string, Record<string, unknown>, unknown[]]>([
  ['nothing', {}, []],
  ['a name', { name: 'Nina' }, [{ kind: 'field', field: 'name', before: 'Nora', after: 'Nina' }]],
  ['a photo, without counting its new face as another change', { photoId: 'b', photoFace: FACE }, [{ kind: 'photo' }]],
  ['the mark of the face', { photoFace: FACE }, [{ kind: 'photoFace' }]],
  [
    'the text',
    { knowledge: { ...BEFORE.knowledge, notes: 'Nuts.' } },
    [{ kind: 'field', field: 'notes', before: '', after: 'Nuts.' }],
  ],
  ['an added pair', withPairs(open, rye, parking, pair('Vegan?')), [{ kind: 'added', after: pair('Vegan?') }]],
  ['a removed pair', withPairs(open, parking), [{ kind: 'removed', before: rye }]],
  [
    'another answer',
    withPairs(pair('Open?', 'At six.'), rye, parking),
    [{ kind: 'changed', before: open, after: pair('Open?', 'At six.') }],
  ],
  [
    'other words for a question',
    withPairs(pair('When do you open?', 'At seven.'), rye, parking),
    [{ kind: 'changed', before: open, after: pair('When do you open?', 'At seven.') }],
  ],
  ['another order', withPairs(rye, open, parking), [{ kind: 'order' }]],
  ['the same question twice', withPairs(open, rye, parking, pair('Rye bread?')), [{ kind: 'added', after: rye }]],
])('reports %s', (_, change, changes) => {
  expect(changesBetween(BEFORE, { ...BEFORE, ...change })).toEqual(changes)
})
