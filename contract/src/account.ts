import { z } from 'zod'
import { DISPLAY_NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './account-limits.ts'
import { lineSchema } from './line-schema.ts'

/** Schemas for accounts, sessions and team access: the bodies of `/api/auth` and `/api/team`. */

/** The number of device tokens a browser keeps, one for each account that signed in on it. */
const MAX_DEVICE_TOKENS = 5

/** Trims the address and turns it into lower case, so that each address is stored in one spelling. */
export const emailSchema = z
  .string('Please enter your email address.')
  .trim()
  .toLowerCase()
  .max(254, 'That email address is too long.')
  .pipe(z.email('Please enter a valid email address.'))

const newPasswordSchema = z
  .string('Please choose a password.')
  .min(PASSWORD_MIN_LENGTH, `The password must have at least ${PASSWORD_MIN_LENGTH} characters.`)
  .max(PASSWORD_MAX_LENGTH, `The password must have at most ${PASSWORD_MAX_LENGTH} characters.`)

/** A password to compare with the stored one. The length rules were applied when it was chosen. */
export const givenPasswordSchema = z
  .string('Please enter your password.')
  .min(1, 'Please enter your password.')
  .max(1_000)

const displayNameSchema = lineSchema('display name', DISPLAY_NAME_MAX_LENGTH)

export const signUpRequestSchema = z.object({
  /** The display name; optional (spec section 2). */
  name: displayNameSchema.default(''),
  email: emailSchema,
  password: newPasswordSchema,
})

/** Device tokens prove that a browser signed in before; rate limits that strangers can use up don't apply to it. */
const deviceTokensSchema = z.array(z.string().max(200)).max(MAX_DEVICE_TOKENS)

export const signInRequestSchema = z.object({
  email: emailSchema,
  password: givenPasswordSchema,
  /** The values of `deviceToken` in earlier answers. */
  deviceTokens: deviceTokensSchema.optional(),
})
const linkTokenSchema = z.string().min(1).max(2_000)
/** The token of a link in a mail. */
export const mailLinkSchema = z.object({ token: linkTokenSchema })
/**
 * The recipient of a new mail: an address, or the token of an earlier link to the same address that no longer works.
 */
export const mailRequestSchema = z.union([z.object({ email: emailSchema }), mailLinkSchema])
export const confirmEmailRequestSchema = z.object({
  token: linkTokenSchema,
  /** The `signUpSecret` from the answer to the newest sign-up with this address. */
  signUpSecret: z.string().min(1).max(200).optional(),
  /** A password chosen on this page; it replaces the one from the sign-up. */
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

const sessionSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  /** Extended while the session is in use. */
  expiresAt: z.iso.datetime(),
})

export const signUpResponseSchema = z.object({
  /** Always null: a session begins only after the address is confirmed. */
  token: z.null(),
  /** The id is left out: until the address is confirmed, the account may have been requested by a stranger. */
  user: userSchema.omit({ id: true }),
  /**
   * Kept by the browser that signed up. Sent when the address is confirmed, it keeps the password chosen at sign-up.
   */
  signUpSecret: z.string(),
})

const deviceTokenSchema = z.string().describe('Kept by the browser and sent with later sign-ins.')

export const signInResponseSchema = z.object({
  /** Sent back as `Authorization: Bearer …`; also in the header `set-auth-token`. */
  token: z.string(),
  user: userSchema,
  deviceToken: deviceTokenSchema,
})

/** The state of a link from a mail, for the page that the link opens. */
export const mailLinkStateSchema = z.object({
  /** `unknown`: the link is incomplete, was never sent by this server, or its account no longer exists. */
  status: z.enum(['good', 'used', 'expired', 'unknown']),
  /** The address of the link's account; null unless the link is good. */
  email: z.string().nullable(),
  /** Whether the person has to choose a password on the page. */
  needsPassword: z.boolean(),
})

/** Null when the request carries no session. */
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
