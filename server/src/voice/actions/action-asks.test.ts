import { expect, it } from 'vitest'
import { compilePattern, expandPattern, findPattern, normaliseWords } from '#contract/phrase-pattern.ts'
import { createAskFinder } from './action-asks.ts'
import { TOOLS } from './actions-testing.ts'
import { createDialogGrammar, momentOf } from './dialog-grammar.ts'
import { askingFor, IDLE, newTask } from './dialog-state.ts'

const asks = createAskFinder(Object.values(TOOLS))

it.each([
  ['appointment please', 'book'],
  ["I'm after an appointment", 'book'],
  ['how do I book a session', 'book'],
  ['Are you taking new clients? I want to book', 'book'],
  ['can you fit me in', 'book'],
  ['need to see the physio', 'book'],
  ['I was wondering whether you have time for me', 'book'],
  ['note for the team', 'message'],
  ['could you relay a message?', 'message'],
  ["there's something I want you to pass on", 'message'],
  ['can you arrange a phone call', 'callback'],
  ['please move the appointment that I have', 'move'],
])('"%s" asks for the right action', (line, kind) => {
  expect(asks.find(line, () => false)?.kind).toBe(kind)
})

it.each([
  'do I need an appointment or can I just walk in?',
  'how long does a session take',
  'I need to know the price of a session',
  'I like your sessions',
  'can I see your price list please',
  'can I come by car',
  'can you tell me something about your team',
  'what is your phone number',
  'what happens if I miss my appointment',
])('"%s" is only a question', (line) => {
  expect(asks.find(line, () => false)).toBeUndefined()
})

it.each([
  ["I'd like a haircut on Tuesday", 'book'],
  ['do you have any haircuts free on Tuesday?', 'book'],
  ['can I move my haircut', 'move'],
  ["I can't make it to my first haircut", 'cancel'],
])('"%s" asks for the appointment by its own name', (line, kind) => {
  const named = Object.values(TOOLS).map((tool) => ({ ...tool, title: 'First haircut' }))
  expect(createAskFinder(named).find(line, () => false)?.kind).toBe(kind)
})

const { book, move, cancel, message, callback } = TOOLS
it.each([book, move, cancel, message, callback])(
  'every line that the grammar may spot asks for the same action: $name',
  (tool) => {
    const { spotted = [] } = createDialogGrammar({ id: 'any', patterns: [] }, [tool])(momentOf(IDLE))
    const lines = spotted.flatMap((pattern) => expandPattern(pattern, 40))
    expect(lines.length).toBeGreaterThan(40)
    expect(lines.filter((line) => asks.find(line, () => false)?.kind !== tool.kind)).toEqual([])
  },
)

it.each([
  ['book', "I don't want it in the morning", false],
  ['book', "can I cancel it later if I'm sick", false],
  ['book', 'I changed my mind, make it large', false],
  ['book', 'sorry, please cancel that for me', true],
  ['book', "well I don't want it any more", true],
  ['cancel', "I want to cancel it because I'm ill", false],
  ['cancel', "oh no, don't cancel the one", true],
] as const)('while the action is to %s, a change of mind is spotted in "%s": %s', (kind, line, isSpotted) => {
  const tool = TOOLS[kind]
  const { spotted } = momentOf(askingFor(newTask(tool, {}), tool.fields[0]?.id ?? ''))
  expect(spotted.some((pattern) => findPattern(pattern)(normaliseWords(line)))).toBe(isSpotted)
})

it.each([
  // Where the ears expect both, they hear "in the afternoon" as "a m".
  ['one thirty a m', false],
  ['one thirty in the afternoon', true],
  ['nine thirty a m', true],
  ['number two please', true],
  ["i'll take the middle one", true],
  ['the one at half past ten', true],
  ['ten to four', true],
  ['at two on friday', true],
  ['any time next week', true],
  ['none of those work for me', true],
  ['have you got anything earlier', true],
])('while a time is asked for, "%s" is expected: %s', (line, isExpected) => {
  const { patterns, spotted } = momentOf(askingFor(newTask(TOOLS.book, {}), 'slot'))
  expect([...patterns, ...spotted].some((pattern) => compilePattern(pattern)(line))).toBe(isExpected)
})

it.each([
  'at eight please',
  'no make it five',
  'sounds good to me',
  'that would be great',
  'fine by me',
  'no way',
  "please don't",
  'can we make it ten',
  'could we pick another day',
])('while a booking is confirmed, "%s" is expected', (line) => {
  const { patterns } = momentOf({ phase: 'confirming', task: newTask(TOOLS.book, {}), misses: 0 })
  expect(patterns.some((pattern) => compilePattern(pattern)(normaliseWords(line)))).toBe(true)
})
