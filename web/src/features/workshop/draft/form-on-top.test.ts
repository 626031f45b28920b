import { expect, it } from 'vitest'
import type { AssistantForm } from '../../assistants/assistants.ts'
import { formOnTop } from './form-on-top.ts'

const pair = (question: string, answer = 'At six.') => ({ question, answer })
const SENT: AssistantForm = {
  photo: null,
  photoFace: null,
  assistantName: 'Nora ',
  voiceId: 'hazel',
  firstMessage: 'Hello.',
  systemPrompt: '',
  pairs: [pair('Open?'), pair('Loud?')],
  notes: '',
}

it('takes over what the server has made of untouched fields, and keeps what was typed since', () => {
  const theirs = { ...SENT, assistantName: 'Nora', pairs: [pair('Open?')] }
  expect(formOnTop(SENT, SENT, theirs)).toEqual(theirs)
  expect(formOnTop({ ...SENT, assistantName: 'Nora B', notes: 'A mill.' }, SENT, theirs)).toEqual({
    ...theirs,
    assistantName: 'Nora B',
    notes: 'A mill.',
  })
})

it('keeps typed questions beside those that the server has added, replaced, removed or trimmed', () => {
  const mine = [pair('Open?', 'At seven'), pair('Loud?'), pair('')]
  const pairsOnTop = (theirs: AssistantForm['pairs'], sent = SENT.pairs) =>
    formOnTop({ ...SENT, pairs: mine }, { ...SENT, pairs: sent }, { ...SENT, pairs: theirs }).pairs
  expect(pairsOnTop([...SENT.pairs, pair('Far?')])).toEqual([...mine, pair('Far?')])
  expect(pairsOnTop([pair('Open?'), pair('Loud?', 'No.')])).toEqual([mine[0], mine[2], pair('Loud?', 'No.')])
  expect(pairsOnTop([pair('Open?')])).toEqual([mine[0], mine[2]])
  expect(pairsOnTop(SENT.pairs, [pair('Open? '), pair('Loud?')])).toEqual(mine)
})
