import { expect, it } from 'vitest'
import { QUESTION_TURNS_MAX } from '#contract/conversation-limits.ts'
import { longestPause, MAX_PAUSE_MS } from '../../infra/event-loop-testing.ts'
import { atOnce, inSlices } from '../../infra/in-slices.ts'
import { groupByLikeness } from './likeness.ts'

const groups = (...texts: string[]) => atOnce(groupByLikeness(texts, (text) => text))

it('groups texts that ask the same in other words, under the first of them', () => {
  expect(
    groups(
      'Is there parking?',
      'do you have gluten free bread',
      'Where can I park',
      'gluten-free bread?',
      'what about the opening hours',
    ),
  ).toEqual([
    ['Is there parking?', 'Where can I park'],
    ['do you have gluten free bread', 'gluten-free bread?'],
    ['what about the opening hours'],
  ])
})

it('requires more than half of the words, and takes the first of equally similar groups', () => {
  const [soup, bread] = ['vegan tomato soup today', 'vegan bread today']
  expect(groups(soup, bread, 'vegan soup today')).toEqual([[soup, 'vegan soup today'], [bread]])
  expect(groups(soup, 'tomato prices')).toEqual([[soup], ['tomato prices']])
  expect(groups('red shoes', 'blue shoes', 'blue red shoes')).toEqual([['red shoes', 'blue red shoes'], ['blue shoes']])
})

it('treats all texts without words as alike', () => {
  expect(groups('???', 'red shoes', '…')).toEqual([['???', '…'], ['red shoes']])
})

it('compares texts that have only stop words by those', () => {
  expect(groups('what is it', 'who are you', 'What is it?')).toEqual([['what is it', 'What is it?'], ['who are you']])
})

it('groups a full list of long texts quickly, and four such lists do not delay other requests', async () => {
  const texts = Array.from({ length: QUESTION_TURNS_MAX }, (_, text) =>
    Array.from({ length: 400 }, (__, word) => `w${text}x${word}`).join(' '),
  )
  const before = process.threadCpuUsage()
  expect(groups(...texts)).toHaveLength(QUESTION_TURNS_MAX)
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(200)
  const { cpuMs } = await longestPause(() =>
    Promise.all(Array.from({ length: 4 }, () => inSlices(groupByLikeness(texts, (text) => text)))),
  )
  expect(cpuMs).toBeLessThan(MAX_PAUSE_MS)
})
