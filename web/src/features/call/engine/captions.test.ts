import { expect, test } from 'vitest'
import { callersLine, closedLines, withLine, withoutLine, type Captions } from './captions.ts'

const none: Captions = []
const heard = (content: string, partial = true, interrupted = false) =>
  ({ id: 'a', role: 'assistant', content, partial, interrupted }) as const

test('an answer grows with the voice in one line, until it is final', () => {
  let lines = withLine(none, heard('Hello '))
  lines = withLine(lines, heard('Hello there'))
  expect(lines).toEqual([heard('Hello there')])
  lines = withLine(lines, heard('Hello there, I am Amara.', false))
  expect(lines).toEqual([heard('Hello there, I am Amara.', false)])
})

test('an answer that was not heard at all leaves no line', () => {
  const lines = withLine(none, callersLine('u', 'hello'))
  expect(withLine(lines, heard(' '))).toBe(lines)
  expect(withLine(withLine(lines, heard('I')), heard('', false, true))).toEqual(lines)
})

test('an utterance that was not understood is an empty line, and a removed line is gone', () => {
  const lines = withLine(none, callersLine('u', ' '))
  expect(lines).toMatchObject([{ role: 'user', content: '' }])
  expect(withoutLine(lines, 'u')).toEqual([])
  expect(withoutLine(lines, 'other')).toBe(lines)
})

test('at the end of a call all lines are final, and an answer still being spoken is marked as interrupted', () => {
  const asking = { ...callersLine('u', 'how is'), partial: true }
  const lines = withLine(withLine(none, asking), heard('Rye bread '))
  expect(closedLines(lines)).toEqual([callersLine('u', 'how is'), heard('Rye bread ', false, true)])
})

test('a long call keeps only its latest lines', () => {
  let lines = none
  for (let index = 0; index < 80; index += 1) lines = withLine(lines, callersLine(`u${index}`, `line ${index}`))
  expect(lines).toHaveLength(50)
  expect(lines.at(-1)?.content).toBe('line 79')
})
