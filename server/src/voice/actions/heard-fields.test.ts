import { expect, it } from 'vitest'
import { heardFields } from './heard-fields.ts'

const email = { id: 'email', label: 'Your email', kind: 'email', isRequired: true } as const
const LOCAL_NOW = '2026-11-23T10:00'

it.each([
  ['it is (ann@example.com)', 'ann@example.com'],
  ['write to x@ann@example.com please', 'ann@example.com'],
  ['ann dot smith at example dot com', 'smith@example.com'],
])('%j contains the address %s', (text, address) => {
  expect(heardFields(text, [email], undefined, LOCAL_NOW).values).toEqual({ email: address })
})

it('a line of one very long word is read in milliseconds', () => {
  const fields = Array.from({ length: 8 }, (_, index) => ({ ...email, id: `email_${index}` }))
  const before = process.threadCpuUsage()
  heardFields('ﬁé'.repeat(1_000), fields, undefined, LOCAL_NOW)
  const { user, system } = process.threadCpuUsage(before)
  // Tried from each of its characters, the word would take 150 ms and more.
  expect((user + system) / 1_000).toBeLessThan(50)
})
