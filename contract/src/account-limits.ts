/** What both sides ask of an account's fields; free of zod, so that a page may load it early. */
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const DISPLAY_NAME_MAX_LENGTH = 80
/** Of the team's access code (spec section 9). */
export const TEAM_CODE_LENGTH = 6
