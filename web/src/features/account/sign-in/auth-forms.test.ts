import {
  DISPLAY_NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  TEAM_CODE_LENGTH,
} from '#contract/account.ts'
import { expect, test } from 'vitest'
import * as forms from './auth-forms.ts'

test('the forms go by the figures of the contract', () => {
  expect(forms.MIN_PASSWORD_LENGTH).toBe(PASSWORD_MIN_LENGTH)
  expect(forms.MAX_PASSWORD_LENGTH).toBe(PASSWORD_MAX_LENGTH)
  expect(forms.MAX_DISPLAY_NAME_LENGTH).toBe(DISPLAY_NAME_MAX_LENGTH)
  expect(forms.TEAM_CODE_LENGTH).toBe(TEAM_CODE_LENGTH)
})

test('spaces around an address are forgiven, a missing part is not', () => {
  const signIn = { email: '  ada@example.com ', password: 'x' }
  expect(forms.signInFormSchema.parse(signIn).email).toBe('ada@example.com')
  expect(forms.signInFormSchema.safeParse({ ...signIn, email: 'ada@' }).success).toBe(false)
  expect(forms.signInFormSchema.safeParse({ ...signIn, email: '' }).error?.issues[0]?.message).toBe(
    'Enter your email address.',
  )
})

test('a new password has its length, a given one is only required', () => {
  const person = { displayName: '', email: 'ada@example.com' }
  expect(forms.signUpFormSchema.safeParse({ ...person, password: '1234567' }).success).toBe(false)
  expect(forms.signUpFormSchema.safeParse({ ...person, password: '12345678' }).success).toBe(true)
  expect(forms.signUpFormSchema.safeParse({ ...person, password: 'x'.repeat(129) }).success).toBe(false)
  expect(forms.signInFormSchema.safeParse({ email: 'ada@example.com', password: 'short' }).success).toBe(true)
})
