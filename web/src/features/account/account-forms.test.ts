import { expect, test } from 'vitest'
import * as forms from './account-forms.ts'

test('spaces around an address are removed, and an incomplete address is refused', () => {
  const signIn = { email: '  ada@example.com ', password: 'x' }
  expect(forms.signInFormSchema.parse(signIn).email).toBe('ada@example.com')
  expect(forms.signInFormSchema.safeParse({ ...signIn, email: 'ada@' }).success).toBe(false)
  expect(forms.signInFormSchema.safeParse({ ...signIn, email: '' }).error?.issues[0]?.message).toBe(
    'Enter your email address.',
  )
})

test('a new password needs 8 to 128 characters, and an existing one is only required', () => {
  const person = { displayName: '', email: 'ada@example.com' }
  expect(forms.signUpFormSchema.safeParse({ ...person, password: '1234567' }).success).toBe(false)
  expect(forms.signUpFormSchema.safeParse({ ...person, password: '12345678' }).success).toBe(true)
  expect(forms.signUpFormSchema.safeParse({ ...person, password: 'x'.repeat(129) }).success).toBe(false)
  expect(forms.signInFormSchema.safeParse({ email: 'ada@example.com', password: 'short' }).success).toBe(true)
})

test('a name may be empty; changing a password needs the current one and eight characters', () => {
  expect(forms.nameFormSchema.parse({ name: '  ' })).toEqual({ name: '' })
  const isGood = (currentPassword: string, newPassword: string) =>
    forms.passwordFormSchema.safeParse({ currentPassword, newPassword }).success
  expect(isGood('old', 'eight chars')).toBe(true)
  expect(isGood('', 'eight chars')).toBe(false)
  expect(isGood('old', 'seven77')).toBe(false)
})
