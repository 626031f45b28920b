import { DISPLAY_NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/account-limits.ts'
import * as z from 'zod/mini'

/** The fields of the account forms, and the conditions for submitting them (spec section 5). */

const required = (message: string) => z.string().check(z.minLength(1, message))

const email = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter your email address.'), z.email('Enter a full address, like name@example.com.'))

const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `Choose a password of at least ${PASSWORD_MIN_LENGTH} characters.`),
    z.maxLength(PASSWORD_MAX_LENGTH, `Choose a password of at most ${PASSWORD_MAX_LENGTH} characters.`),
  )

const displayNameLength = z.maxLength(DISPLAY_NAME_MAX_LENGTH, `Use at most ${DISPLAY_NAME_MAX_LENGTH} characters.`)

export const signInFormSchema = z.object({ email, password: required('Enter your password.') })

export const signUpFormSchema = z.object({
  displayName: z.string().check(displayNameLength),
  email,
  password: newPassword,
})

export const teamFormSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter the access code.')),
})

export const forgottenFormSchema = z.object({ email })

export const resetFormSchema = z.object({ password: newPassword })

export const nameFormSchema = z.object({ name: z.string().check(z.trim(), displayNameLength) })

export const passwordFormSchema = z.object({
  currentPassword: required('Enter your current password.'),
  newPassword,
})

export const deleteFormSchema = z.object({ password: required('Enter your password.') })
