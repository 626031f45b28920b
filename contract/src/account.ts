import { z } from 'zod'
import { lineSchema } from './line-schema.ts'

/** Accounts, sessions and team access, as they travel under `/api/auth` and `/api/team`. */

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const DISPLAY_NAME_MAX_LENGTH = 80
/** Of the team's access code (spec section 9). */
export const TEAM_CODE_LENGTH = 6

/** Where the link in a confirmation mail leads: the site root, which says what happened. */
export const AFTER_CONFIRMATION_PATH = '/?confirmed=1'
/** The same for a link that is wrong, used up or too old. */
export const AFTER_BAD_LINK_PATH = '/?error=link-invalid'

/** Any spelling of an address is stored as one: trimmed, lower-case. */
export const emailSchema = z
  .string('Please enter your e-mail address.')
  .trim()
  .toLowerCase()
  .max(254, 'That e-mail address is too long.')
  .pipe(z.email('Please enter a valid e-mail address.'))

export const newPasswordSchema = z
  .string('Please choose a password.')
  .min(PASSWORD_MIN_LENGTH, `The password must have at least ${PASSWORD_MIN_LENGTH} characters.`)
  .max(PASSWORD_MAX_LENGTH, `The password must have at most ${PASSWORD_MAX_LENGTH} characters.`)

/** A password that is only compared; how long it may be was settled when it was chosen. */
const givenPasswordSchema = z.string('Please enter your password.').min(1, 'Please enter your password.').max(1_000)

const displayNameSchema = lineSchema('display name', DISPLAY_NAME_MAX_LENGTH)

export const signUpRequestSchema = z.object({
  /** The display name; optional (spec section 2). */
  name: displayNameSchema.default(''),
  email: emailSchema,
  password: newPasswordSchema,
})

export const signInRequestSchema = z.object({ email: emailSchema, password: givenPasswordSchema })
export const emailOnlyRequestSchema = z.object({ email: emailSchema })
export const resetPasswordRequestSchema = z.object({
  token: z.string().min(1).max(200),
  newPassword: newPasswordSchema,
})
export const changePasswordRequestSchema = z.object({
  currentPassword: givenPasswordSchema,
  newPassword: newPasswordSchema,
})
export const updateUserRequestSchema = z.object({ name: displayNameSchema })
export const revokeSessionRequestSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'That is no session.') })
export const teamAccessRequestSchema = z.object({ code: z.string().max(64) })

export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** The display name, empty when none was given. */
  name: z.string(),
  emailVerified: z.boolean(),
  createdAt: z.iso.datetime(),
})

export const sessionSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  /** Moves on while the session is used. */
  expiresAt: z.iso.datetime(),
})

export const signUpResponseSchema = z.object({
  /** Always null: the address has to be confirmed first. */
  token: z.null(),
  user: userSchema,
})

export const signInResponseSchema = z.object({
  /** Sent back as `Authorization: Bearer …`; also in the header `set-auth-token`. */
  token: z.string(),
  user: userSchema,
})

/** Null when nobody is signed in. */
export const currentSessionSchema = z.object({ session: sessionSchema, user: userSchema }).nullable()

export const sessionListSchema = z.array(
  sessionSchema.extend({
    /** Whether it is the one that asks. */
    isCurrent: z.boolean(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
  }),
)

export const doneSchema = z.object({ status: z.literal(true) })

export const teamAccessResponseSchema = z.object({
  /** Sent back in the header `Voxhall-Team`. */
  token: z.string(),
  expiresAt: z.iso.datetime(),
})

export const teamSessionSchema = z.object({ expiresAt: z.iso.datetime() })

export type User = z.infer<typeof userSchema>
export type Session = z.infer<typeof sessionSchema>
