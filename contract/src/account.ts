import { z } from 'zod'
import { DISPLAY_NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './account-limits.ts'
import { lineSchema } from './line-schema.ts'

/** Accounts, sessions and team access, as they travel under `/api/auth` and `/api/team`. */

/** So many accounts of one browser stay known to it. */
export const MAX_DEVICE_TOKENS = 5

/** Any spelling of an address is stored as one: trimmed, lower-case. */
export const emailSchema = z
  .string('Please enter your email address.')
  .trim()
  .toLowerCase()
  .max(254, 'That email address is too long.')
  .pipe(z.email('Please enter a valid email address.'))

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

/** What browsers keep that were signed in before: they stay free of limits that others can use up. */
const deviceTokensSchema = z.array(z.string().max(200)).max(MAX_DEVICE_TOKENS)

export const signInRequestSchema = z.object({
  email: emailSchema,
  password: givenPasswordSchema,
  /** Those that earlier answers called `deviceToken`. */
  deviceTokens: deviceTokensSchema.optional(),
})
const linkTokenSchema = z.string().min(1).max(2_000)
/** The token of a link in a mail. */
export const mailLinkSchema = z.object({ token: linkTokenSchema })
/** To whom a mail goes: an address, or the one that a link which no longer works was sent to. */
export const mailRequestSchema = z.union([z.object({ email: emailSchema }), mailLinkSchema])
export const confirmEmailRequestSchema = z.object({
  token: linkTokenSchema,
  /** Of the answer to the newest sign-up with this address. */
  signUpSecret: z.string().min(1).max(200).optional(),
  /** Chosen now; replaces the one of the sign-up. */
  password: newPasswordSchema.optional(),
})
export const resetPasswordRequestSchema = z.object({ token: linkTokenSchema, newPassword: newPasswordSchema })
export const changePasswordRequestSchema = z.object({
  currentPassword: givenPasswordSchema,
  newPassword: newPasswordSchema,
})
export const updateUserRequestSchema = z.object({ name: displayNameSchema })
export const revokeSessionRequestSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'That is not a session.') })
export const teamAccessRequestSchema = z.object({
  code: z.string().max(64),
  deviceTokens: deviceTokensSchema.optional(),
})

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
  /** Without the id: until the address is confirmed, a stranger may have asked for the account. */
  user: userSchema.omit({ id: true }),
  /** For the browser that signed up: with it the password typed there is kept when the address is confirmed. */
  signUpSecret: z.string(),
})

const deviceTokenSchema = z.string().describe('Kept by the browser and sent with later sign-ins.')

export const signInResponseSchema = z.object({
  /** Sent back as `Authorization: Bearer …`; also in the header `set-auth-token`. */
  token: z.string(),
  user: userSchema,
  deviceToken: deviceTokenSchema,
})

/** A link in a mail, as the page behind it shows it. */
export const mailLinkStateSchema = z.object({
  /** `unknown`: never sent by this server, not whole, or its account is gone. */
  status: z.enum(['good', 'used', 'expired', 'unknown']),
  /** Whose it is, while it is good. */
  email: z.string().nullable(),
  /** Whether a password has to be chosen with it. */
  needsPassword: z.boolean(),
})

/** Null without a session. */
export const currentSessionSchema = z.object({ session: sessionSchema, user: userSchema }).nullable()

export const sessionListSchema = z.array(
  sessionSchema.extend({
    isCurrent: z.boolean(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
  }),
)

export const doneSchema = z.object({ status: z.literal(true) })
export const deviceSchema = z.object({ status: z.literal(true), deviceToken: deviceTokenSchema })

export const teamAccessResponseSchema = z.object({
  /** Sent back in the header `Voxhall-Team`. */
  token: z.string(),
  expiresAt: z.iso.datetime(),
  deviceToken: deviceTokenSchema,
})

export const teamSessionSchema = z.object({ expiresAt: z.iso.datetime() })

export type User = z.infer<typeof userSchema>
export type Session = z.infer<typeof sessionSchema>
