import { contactRequestSchema } from '#contract/contact.ts'
import { expect, test } from 'vitest'
import { isWorthKeeping, contactFormSchema, EMPTY_FORM } from './contact-form-schema.ts'
import { topicInAddress } from './topic-words.ts'

const MESSAGE = { ...EMPTY_FORM, email: 'ann@example.com', message: 'Is the hall open on Sundays?' }

test.each([
  ['a plain message', {}, true],
  ['spaces around the address', { email: ' ann@example.com ' }, true],
  ['no address', { email: '' }, false],
  ['half an address', { email: 'ann@' }, false],
  ['an empty message', { message: '' }, false],
  ['a message of spaces', { message: ' '.repeat(50) }, false],
  ['a message of invisible characters', { message: '\u200b\u2060\u00ad\u3164'.repeat(10) }, false],
  ['a short message padded with invisible characters', { message: `Hello${'\u200b'.repeat(20)}` }, false],
  ['a message with joined emoji', { message: 'We are two \u{1f469}\u200d\u{1f680}' }, true],
  ['a message just too short', { message: ' 123456789 ' }, false],
  ['a message just long enough', { message: '1234567890' }, true],
  ['a message of the maximum length', { message: 'x'.repeat(4_000) }, true],
  ['a message just too long', { message: 'x'.repeat(4_001) }, false],
  ['a name just too long', { name: 'x'.repeat(81) }, false],
  ['a company just too long', { company: 'x'.repeat(121) }, false],
])('form and server agree on %s', (_, fields, isTaken) => {
  const message = { ...MESSAGE, ...fields }
  expect(contactFormSchema.safeParse(message).success).toBe(isTaken)
  expect(contactRequestSchema.safeParse(message).success).toBe(isTaken)
})

test.each([
  ['?about=custom-plan', 'custom-plan'],
  ['?about=privacy&x=1', 'privacy'],
  ['?about=toString', null],
  ['', null],
])('the query "%s" selects the topic %s', (search, topic) => {
  expect(topicInAddress(new URLSearchParams(search))).toBe(topic)
})

const BEA = { email: 'bea@example.com', displayName: 'Bea' }

test.each([
  ['nothing', {}, null, false],
  ['a name alone', { name: 'Ann' }, null, true],
  ['an address alone', { email: 'ann@example.com' }, null, true],
  ['a message', { message: 'Is' }, null, true],
  ['only the known name and address', { name: 'Bea', email: 'bea@example.com' }, BEA, false],
  ['another address than the known one', { name: 'Bea', email: 'office@example.com' }, BEA, true],
])('whether a draft of %s is worth keeping', (_, fields, person, isKept) => {
  expect(isWorthKeeping({ ...EMPTY_FORM, ...fields }, person)).toBe(isKept)
})
