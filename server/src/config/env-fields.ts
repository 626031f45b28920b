import { z } from 'zod'
import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'

/** Kinds of variables that several parts of the environment have. */

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

export const secretKey = z.string().regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')

export const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' })

/** A list such as `one, two`, split and trimmed; empty if the variable is unset. */
export const commaList = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => (part.trim() ? [part.trim()] : [])))

/** A map such as `finance=1f0c…,legal=9ab2…`: from our assistants' ids to a vendor's ids. */
export function namesByOurs(isOurs: (name: string) => boolean, message: string) {
  return commaList.transform((pairs, ctx): Record<string, string> => {
    const names: Record<string, string> = {}
    for (const pair of pairs) {
      const [ours = '', theirs = ''] = pair.split('=').map((side) => side.trim())
      if (isOurs(ours) && theirs !== '') names[ours] = theirs
      else ctx.addIssue({ code: 'custom', message })
    }
    return names
  })
}

/** A map such as `willow=coral,oak=onyx`: from our voices to a vendor's voices. */
export function voiceNames(theirExample: string) {
  return namesByOurs(
    (name) => VOICE_IDS.some((id) => id === name),
    `must be pairs like willow=${theirExample}; voices are ${VOICE_IDS.join(', ')}`,
  ).transform((names): Partial<Record<VoiceId, string>> => names)
}
