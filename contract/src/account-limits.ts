/** Limits of an account's fields, checked by the browser and the server. Free of zod, so that pages load them early. */
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const DISPLAY_NAME_MAX_LENGTH = 80
/** The number of characters in the team's access code (spec section 9). */
export const TEAM_CODE_LENGTH = 6
