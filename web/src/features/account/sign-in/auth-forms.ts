import * as z from 'zod/mini'

/** What the forms hold and when they may be sent (spec section 5; the password's length is the server's rule too). */

const email = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter your email address.'), z.email('Enter a full address, like name@example.com.'))

// The contract's own figures come with the whole of zod, too heavy for this; a test compares them.
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128
export const MAX_DISPLAY_NAME_LENGTH = 80
export const TEAM_CODE_LENGTH = 6

const newPassword = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, `Choose a password of at least ${MIN_PASSWORD_LENGTH} characters.`),
    z.maxLength(MAX_PASSWORD_LENGTH, `Choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`),
  )

export const signInFormSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, 'Enter your password.')),
})

export const signUpFormSchema = z.object({
  displayName: z
    .string()
    .check(z.maxLength(MAX_DISPLAY_NAME_LENGTH, `Use at most ${MAX_DISPLAY_NAME_LENGTH} characters.`)),
  email,
  password: newPassword,
})

export const teamFormSchema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter the access code.')),
})

export const forgottenFormSchema = z.object({ email })

export const resetFormSchema = z.object({ password: newPassword })
