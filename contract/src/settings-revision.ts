import { z } from 'zod'

/**
 * Settings of an own assistant that apply at once (website look, actions, keeping of conversations, limits) are answered
 * with their revision. A change sends it back, and is refused with `changed-meanwhile` if other values were saved since.
 */
export const revisionField = {
  /** Identifies this state of the settings; sent back when they are saved. */
  revision: z.string(),
}

export const baseRevisionField = {
  revision: z
    .string()
    .max(64)
    .optional()
    .describe(
      'The revision that was read: the settings are saved only if it is still the current one. Without it they are replaced.',
    ),
}

/** The shared part of the API descriptions of such changes. */
export const REVISION_WORDS =
  'With a `revision`, values that were changed since it was read are not replaced. Sending values that are already stored ' +
  'succeeds, so a request may be sent again when its answer was lost.'
