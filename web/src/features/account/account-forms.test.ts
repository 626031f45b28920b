import { DISPLAY_NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/account.ts'
import { expect, it } from 'vitest'
import {
  MAX_DISPLAY_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  nameFormSchema,
  passwordFormSchema,
} from './account-forms.ts'

it('the lengths are the same as at the server', () => {
  expect([MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH]).toEqual([PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH])
  expect(MAX_DISPLAY_NAME_LENGTH).toBe(DISPLAY_NAME_MAX_LENGTH)
})

it('a name may be taken away; a password may be neither short nor unasked', () => {
  expect(nameFormSchema.parse({ name: '  ' })).toEqual({ name: '' })
  const isGood = (currentPassword: string, newPassword: string) =>
    passwordFormSchema.safeParse({ currentPassword, newPassword }).success
  expect(isGood('old', 'eight chars')).toBe(true)
  expect(isGood('', 'eight chars')).toBe(false)
  expect(isGood('old', 'seven77')).toBe(false)
})
