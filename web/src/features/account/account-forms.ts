import * as z from 'zod/mini'

/** What the forms hold and when they may be sent. The lengths are the server's rule too; a test compares them. */

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128
export const MAX_DISPLAY_NAME_LENGTH = 80

export const nameFormSchema = z.object({
  name: z
    .string()
    .check(z.trim(), z.maxLength(MAX_DISPLAY_NAME_LENGTH, `Use at most ${MAX_DISPLAY_NAME_LENGTH} characters.`)),
})

export const passwordFormSchema = z.object({
  currentPassword: z.string().check(z.minLength(1, 'Enter your current password.')),
  newPassword: z
    .string()
    .check(
      z.minLength(MIN_PASSWORD_LENGTH, `Choose a password of at least ${MIN_PASSWORD_LENGTH} characters.`),
      z.maxLength(MAX_PASSWORD_LENGTH, `Choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`),
    ),
})

export const deleteFormSchema = z.object({
  password: z.string().check(z.minLength(1, 'Enter your password.')),
})
