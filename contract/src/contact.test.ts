import { expect, test } from 'vitest'
import { signUpRequestSchema, updateUserRequestSchema } from './account.ts'
import { contactRequestSchema } from './contact.ts'

const sent = { email: 'ann@example.com', about: 'general', message: 'Do you deliver to Ghent?' }
const parse = (part: object) => contactRequestSchema.safeParse({ ...sent, ...part })

test('every kind of line break in a message becomes \\n, so that each line can be marked as quoted', () => {
  const { data } = parse({ message: 'one one one\r\ntwo\u2028three\u2029four\rfive' })
  expect(data?.message).toBe('one one one\ntwo\nthree\nfour\nfive')
})

test.each(['Ann\nBcc: all@example.com', 'Ann\u2028Team:', 'Ann\u2029', 'Ann\u0085Team:', 'Ann\u0000'])(
  '%j is refused as a name, since it has a line break or a control character',
  (name) => {
    expect(parse({ name: `${name} B` }).success).toBe(false)
    expect(parse({ company: `${name} B` }).success).toBe(false)
    expect(updateUserRequestSchema.safeParse({ name: `${name} B` }).success).toBe(false)
  },
)

test('characters that reverse text are removed, and right-to-left letters stay', () => {
  const { data } = parse({
    name: '\u202e\u05d3\u05e0\u05d4\u202c',
    message: 'Read \u2066this\u2069 as it \u202ewas meant',
  })
  expect(data).toMatchObject({ name: '\u05d3\u05e0\u05d4', message: 'Read this as it was meant' })
})

test('a display name follows the same rule, and a name of invisible characters becomes empty', () => {
  const signUp = (name: string) => signUpRequestSchema.parse({ name, email: sent.email, password: 'long enough' }).name
  expect(signUp(' \u202eAnn\u202c ')).toBe('Ann')
  expect(signUp('\u200b\u2060\u00ad')).toBe('')
  expect(signUp('\u{1f469}\u200d\u{1f680}'), 'the joiner inside an emoji').toBe('\u{1f469}\u200d\u{1f680}')
  expect(parse({ name: '\u3164\u2800' }).data?.name).toBe('')
})
