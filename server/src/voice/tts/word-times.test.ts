import { expect, test } from 'vitest'
import { synthesise } from './flite.ts'
import { flitePhonesOf } from './pronunciation.ts'
import { timeWords } from './word-times.ts'

const timesOf = async (words: string[], text = words.join(' ')) => {
  const { phones } = await synthesise(text, { voice: 'slt' })
  return { phones, times: timeWords(phones, await flitePhonesOf(words)) }
}

test('words end where their last phone ends, even if they run into each other', async () => {
  // Phones from the CMU dictionary, with "the" and "a" as they are spoken before a vowel or a consonant.
  const spoken = ["you're", 'open', 'to', 'the', 'idea', 'of', 'a', 'team', 'that', 'talks', 'so', 'often']
  const counts = [3, 4, 2, 2, 4, 2, 1, 3, 3, 4, 2, 4]
  const { phones, times } = await timesOf(spoken)
  const heard = phones.filter(({ phone }) => phone !== 'pau')
  expect(heard.length).toBe(counts.reduce((sum, count) => sum + count))
  let last = -1
  for (const [word, count] of counts.entries()) {
    last += count
    expect(Math.abs((times[word]?.endMs ?? 0) - (heard[last]?.endMs ?? 0)), spoken[word]).toBeLessThanOrEqual(80)
  }
})

test('words begin and end at pauses', async () => {
  const words = ['monday', 'a', 'thousand', "o'clock", 'the']
  const { phones, times } = await timesOf(words, words.join(', '))
  const rests = phones.filter(({ phone }) => phone === 'pau')
  expect(times.map(({ startMs }) => startMs)).toEqual(rests.slice(0, -1).map(({ endMs }) => endMs))
  expect(times.map(({ endMs }) => endMs)).toEqual(rests.slice(1).map(({ startMs }) => startMs))
})

test('a word with unexpected phones keeps its place', () => {
  const phones = ['pau', 'b', 'iy', 'x', 'k', 'ax', 't', 'pau'].map((phone, index) => ({
    phone,
    startMs: index * 10,
    endMs: index * 10 + 10,
  }))
  expect(timeWords(phones, [['b', 'iy'], [], ['k', 'ae', 't']])).toEqual([
    { startMs: 10, endMs: 40 },
    { startMs: 40, endMs: 40 },
    { startMs: 40, endMs: 70 },
  ])
  expect(timeWords([], [['k']])).toEqual([{ startMs: 0, endMs: 0 }])
})
