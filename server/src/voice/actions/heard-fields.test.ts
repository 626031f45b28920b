import { expect, it } from 'vitest'
import { TOOLS } from './actions-testing.ts'
import { heardFields } from './heard-fields.ts'

const email = { id: 'email', label: 'Your email', kind: 'email', isRequired: true } as const
const LOCAL_NOW = '2026-11-23T10:00'

it.each([
  ['it is (ann@example.com)', 'ann@example.com'],
  ['write to x@ann@example.com please', 'ann@example.com'],
  ['ann dot smith at example dot com', 'ann.smith@example.com'],
  ['I am Ann, you find me under ann underscore smith at example dot com at work', 'ann_smith@example.com'],
  ['You can write me at ann dash lee dot smith at example dot com', 'ann-lee.smith@example.com'],
  ['My e-mail is ann plus news at example dot com', 'ann+news@example.com'],
  ['This is Ann Lee and my email is ann lee at example dot com', 'annlee@example.com'],
])('%j contains the address %s', (text, address) => {
  expect(heardFields(text, [email], undefined, LOCAL_NOW).values).toEqual({ email: address })
})

it.each([
  ['ann smith at example dot com', 'annsmith@example.com'],
  ["Sure. It's A N N at example.com", 'ANN@example.com'],
  ['a, n, n dot s at my dash shop dot com', 'ann.s@my-shop.com'],
  ['you can reach me under ann smith at example dot com please', 'annsmith@example.com'],
  ['Ann Smith, ann one two at example dot com', 'ann12@example.com'],
  ['give everyone here just this one thing ann at example dot com', 'ann@example.com'],
])('%j, said as the address, means %s', (text, address) => {
  expect(heardFields(text, [email], email, LOCAL_NOW).values).toEqual({ email: address })
})

const phone = { id: 'phone', label: 'Telephone', kind: 'phone', isRequired: true } as const
const code = { id: 'code', label: 'Booking code', kind: 'code', isRequired: true } as const

it.each([
  ['It is 555, 123, 4567', { phone: '5551234567' }],
  ['five, five, five, one, two, three, four', { phone: '5551234' }],
  ['It is +12 345 678 901 23 45', { phone: '+123456789012345' }],
  ['It is +12 345 678 901 23 456', {}],
  ['Telephone: 555 123', {}],
  ['November 24, 2026, 3 pm', {}],
  ['at 9, 10, 11, 12', {}],
  ['about 1,000,000 dollars', {}],
  ['My code is 719, 403.', { code: '719403' }],
  ['move code 719403, 24 November', { code: '719403' }],
])('%j gives the digits %j', (text, values) => {
  expect(heardFields(text, [phone, code], undefined, LOCAL_NOW).values).toEqual(values)
})

it.each([
  ["call me back tomorrow at ten please, it's about my invoice", { when: 'tomorrow at ten', topic: 'my invoice' }],
  ['can you call me about the broken door, my name is', { topic: 'the broken door' }],
  ['please ring me this afternoon, regarding an order', { when: 'this afternoon', topic: 'an order' }],
  ['on 0755 123 45 67 after five', { when: 'after five' }],
  ["I don't want to be called on Monday", { when: "don't want to be called on Monday" }],
  ['any time after lunch is fine', { when: 'after lunch' }],
  ['call me in an hour at zero seven five five one two three four', { when: 'in an hour' }],
  ['call me on Monday between two and four', { when: 'on Monday between two and four' }],
  ['I need to think about it', {}],
  ['what do you know about dogs?', {}],
  ["no, it's about ten o'clock tomorrow", { when: "about ten o'clock tomorrow" }],
])('%j says when to call and why', (text, expected) => {
  expect(heardFields(text, TOOLS.callback.fields.slice(2), undefined, LOCAL_NOW).values).toEqual(expected)
}) // oxfmt-ignore

it('a line of one very long word is read in milliseconds', () => {
  const fields = Array.from({ length: 8 }, (_, index) => ({ ...email, id: `email_${index}` }))
  const before = process.threadCpuUsage()
  heardFields('ﬁé'.repeat(1_000), fields, undefined, LOCAL_NOW)
  const { user, system } = process.threadCpuUsage(before)
  // Tried from each of its characters, the word would take 150 ms and more.
  expect((user + system) / 1_000).toBeLessThan(50)
})
