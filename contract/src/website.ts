import { z } from 'zod'
import { baseRevisionField, revisionField } from './settings-revision.ts'
import { lineSchema } from './line-schema.ts'

/** An own assistant on its owner's websites: which sites may show it, and how the tag shows it there. */

export const MAX_SITES = 20
export const LABEL_MAX_LENGTH = 40
export const BUBBLE_MAX_LENGTH = 140

export const SITE_WORDS = {
  unreadable: 'Enter the address of your website, such as https://shop.example.',
  notSecure: 'Browsers allow the microphone on https pages only. Enter the address with https://.',
  path: 'Enter the address without what follows its name, such as https://shop.example.',
  wildcard: 'An asterisk may only stand for the first part of a name, as in https://*.shop.example.',
  suffix: 'That would allow the websites of strangers too. Enter the name of your own website.',
  tooMany: `An assistant can have ${MAX_SITES} websites. Remove one that you no longer need.`,
} as const

const HOST = /^(?:\*\.)?(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const WILDCARD = '*.'
const WILDCARD_STAND_IN = 'any-name.'

/** Only on the machine itself do browsers allow the microphone without https. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
}

export type ReadSite = { pattern: string } | { problem: string }

/**
 * Reads what an owner typed as the address of a website: "shop.example", "https://www.shop.example/", "https://*.shop.example".
 * @returns an exact origin, or one whose first part is `*`
 */
export function readSite(typed: string): ReadSite {
  const trimmed = typed.trim().toLowerCase()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//.test(trimmed) ? trimmed : `https://${trimmed}`
  const asterisks = withScheme.split('*').length - 1
  if (asterisks > 1 || (asterisks === 1 && !withScheme.includes(`://${WILDCARD}`)))
    return { problem: SITE_WORDS.wildcard }
  const plain = withScheme.replace(`://${WILDCARD}`, `://${WILDCARD_STAND_IN}`)
  if (trimmed === '' || !URL.canParse(plain)) return { problem: SITE_WORDS.unreadable }
  const { protocol, hostname, pathname, search, hash, username, origin } = new URL(plain)
  if (protocol !== 'https:' && protocol !== 'http:') return { problem: SITE_WORDS.unreadable }
  const isLocal = isThisMachine(hostname)
  if (protocol === 'http:' && !isLocal) return { problem: SITE_WORDS.notSecure }
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '') return { problem: SITE_WORDS.path }
  if (hostname !== '[::1]' && (!HOST.test(hostname) || (!hostname.includes('.') && !isLocal))) {
    return { problem: SITE_WORDS.unreadable }
  }
  return { pattern: asterisks === 0 ? origin : origin.replace(`://${WILDCARD_STAND_IN}`, `://${WILDCARD}`) }
}

/** Whether a page of this origin is on the site. `https://*.shop.example` has all names below it, and not the name itself. */
export function isOnSite(origin: string, pattern: string): boolean {
  const [scheme = '', host = ''] = pattern.split(`://${WILDCARD}`)
  if (host === '') return origin === pattern
  return origin.startsWith(`${scheme}://`) && origin.endsWith(`.${host}`) && !origin.endsWith(`://.${host}`)
}

export const addSiteRequestSchema = z.object({ site: z.string().max(300) })

export const assistantSiteSchema = z.object({
  /** An exact origin, or `https://*.shop.example`. */
  origin: z.string(),
  /** When the tag on one of its pages first and last reported; null before. */
  firstSeenAt: z.iso.datetime().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
})

export const tagLookSchema = z.object({
  mode: z.enum(['button', 'full']).default('button'),
  side: z.enum(['right', 'left']).default('right'),
  label: lineSchema('label', LABEL_MAX_LENGTH)
    .pipe(z.string().min(1, 'Write what the button says.'))
    .default('Talk with us'),
  /** Of the button. Its text is black or white, whichever can be read better. */
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Choose a colour, such as #a8381a.')
    .default('#a8381a'),
  /** Beside the button, until it is closed; empty for none. */
  bubble: lineSchema('greeting', BUBBLE_MAX_LENGTH).default(''),
})

export const saveLookRequestSchema = tagLookSchema.extend(baseRevisionField)

/** The revision is that of the look. */
export const websiteSchema = z.object({
  sites: z.array(assistantSiteSchema),
  look: tagLookSchema,
  ...revisionField,
})

/** What the tag is told before it shows an own assistant. */
export const siteAnswerSchema = z.object({
  look: tagLookSchema,
  /** The tag reports with `POST …/sightings` that it is on the page. */
  isReportWanted: z.boolean(),
})

export type TagLook = z.infer<typeof tagLookSchema>
export type AssistantSite = z.infer<typeof assistantSiteSchema>
export type Website = z.infer<typeof websiteSchema>
export type SiteAnswer = z.infer<typeof siteAnswerSchema>
