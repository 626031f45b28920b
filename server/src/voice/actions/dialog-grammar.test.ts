import { expect, it } from 'vitest'
import type { HeardWords, SpeechGrammar } from '../ports.ts'
import { TOOLS } from './actions-testing.ts'
import { createDialogGrammar } from './dialog-grammar.ts'

/** Takes each phrase for what was said, and a cry from "help" alone. */
const BASE: SpeechGrammar = {
  id: 'base',
  patterns: ['what does it cost'],
  loosely: {
    id: 'words',
    speech: { asked: ['what does it cost'], told: [] },
    isDoubtful: () => true,
    makeSense: async ({ words }, phrase) => (words === 'help me' ? '… help me …!' : phrase?.words),
  },
}
const { loosely } = createDialogGrammar(BASE, Object.values(TOOLS))({ key: 'idle', patterns: [], spotted: [] })
const LIKELY = 4
const UNLIKELY = 5

function sense(words: string, phrase?: string, strangeness = LIKELY): Promise<string | undefined> | undefined {
  const heard: HeardWords = { words, strangeness }
  return loosely?.makeSense(heard, phrase === undefined ? undefined : { words: phrase, strangeness: UNLIKELY }, () =>
    Promise.reject(new Error('not heard again')),
  )
}

it('a doubtful request for an action counts only if the single words ask for the same', async () => {
  expect(await sense('june line is the ball game last night', 'want a phone call')).toBeUndefined()
  expect(await sense('say it appointment please', 'an appointment please')).toBe('an appointment please')
  expect(await sense('cancel my appointment', 'want a phone call')).toBe('cancel my appointment')
  expect(await sense('the water is cold', 'what does it cost')).toBe('what does it cost')
  expect(await sense('i how the sink', 'please call me i want to kill myself')).toBe(
    'please call me i want to kill myself',
  )
})

it('single words that ask for an action count alone, unless they hardly fit the sound or are a cry for help', async () => {
  expect(await sense('my knee hurts and i need an appointment')).toBe('my knee hurts and i need an appointment')
  expect(await sense('my knee hurts and i need an appointment', undefined, UNLIKELY)).toBeUndefined()
  expect(await sense('help me', 'book an appointment')).toBe('… help me …!')
  expect(await sense('the kids are playing in the garden')).toBeUndefined()
})
