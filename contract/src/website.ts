import { z } from 'zod'
import { baseRevisionField, revisionField } from './settings-revision.ts'
import { filledLineSchema, lineSchema } from './line-schema.ts'

/** An own assistant on its owner's websites: which sites may show it, and how its button looks there. */

export const MAX_SITES = 20
export const LABEL_MAX_LENGTH = 40
export const BUBBLE_MAX_LENGTH = 140

export const SITE_WORDS = {
  unreadable: 'Enter the address of your website, such as https://shop.example.',
  notSecure: 'Browsers allow the microphone on https pages only. Enter the address with https://.',
  wildcard: 'An asterisk may only stand for the first part of a name, as in https://*.shop.example.',
  suffix: 'That would allow the websites of strangers too. Enter the name of your own website.',
  tooMany: `An assistant can have ${MAX_SITES} websites. Remove one that you no longer need.`,
} as const

const HOST = /^(?:\*\.)?(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const WILDCARD = '*.'
const WILDCARD_STAND_IN = 'any-name.'

/** Browsers allow the microphone without https only on the visitor's own machine. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
}

type ReadSite = { pattern: string } | { problem: string }

/**
 * Parses the address of a website as typed by an owner, or of one of its pages: "shop.example",
 * "https://www.shop.example/contact", "https://*.shop.example".
 * @returns an exact origin, or one whose first label is `*`
 */
export function readSite(typed: string): ReadSite {
  const trimmed = typed.trim().toLowerCase()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//.test(trimmed) ? trimmed : `https://${trimmed}`
  const asterisks = withScheme.split('*').length - 1
  if (asterisks > 1 || (asterisks === 1 && !withScheme.includes(`://${WILDCARD}`)))
    return { problem: SITE_WORDS.wildcard }
  const plain = withScheme.replace(`://${WILDCARD}`, `://${WILDCARD_STAND_IN}`)
  if (trimmed === '' || !URL.canParse(plain)) return { problem: SITE_WORDS.unreadable }
  const { protocol, hostname, username, origin } = new URL(plain)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  // A user name could make a stranger's site look like the owner's: https://shop.example@stranger.example.
  if (!isWeb || username !== '') return { problem: SITE_WORDS.unreadable }
  const isLocal = isThisMachine(hostname)
  if (protocol === 'http:' && !isLocal) return { problem: SITE_WORDS.notSecure }
  if (hostname !== '[::1]' && (!HOST.test(hostname) || (!hostname.includes('.') && !isLocal))) {
    return { problem: SITE_WORDS.unreadable }
  }
  return { pattern: asterisks === 0 ? origin : origin.replace(`://${WILDCARD_STAND_IN}`, `://${WILDCARD}`) }
}

/**
 * Whether an origin belongs to a site. `https://*.shop.example` matches all subdomains of shop.example, but not
 * shop.example itself.
 */
export function isOnSite(origin: string, pattern: string): boolean {
  const [scheme = '', host = ''] = pattern.split(`://${WILDCARD}`)
  if (host === '') return origin === pattern
  // The frame sends its site as text, which could be the address of a page that ends with the name.
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
  return origin.startsWith(`${scheme}://`) && origin.endsWith(`.${host}`) && !origin.endsWith(`://.${host}`)
}

export const addSiteRequestSchema = z.object({ site: z.string().max(300) })

const assistantSiteSchema = z.object({
  /** An exact origin, or `https://*.shop.example`. */
  origin: z.string(),
  /** When a page of the site first and last reported the assistant; null before the first report. */
  firstSeenAt: z.iso.datetime().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
})

export const tagLookSchema = z.object({
  mode: z.enum(['button', 'full']).default('button'),
  side: z.enum(['right', 'left']).default('right'),
  label: filledLineSchema('label', LABEL_MAX_LENGTH, 'Write what the button says.').default('Talk with us'),
  /** The button's colour. Its text is black or white, whichever is easier to read on it. */
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Choose a color, such as #a8381a.')
    .default('#a8381a'),
  /** A greeting shown beside the button until it is closed; empty for none. */
  bubble: lineSchema('greeting', BUBBLE_MAX_LENGTH).default(''),
})

export const saveLookRequestSchema = tagLookSchema.extend(baseRevisionField)

/** The revision is that of the look. */
export const websiteSchema = z.object({
  sites: z.array(assistantSiteSchema),
  look: tagLookSchema,
  ...revisionField,
})

/** The settings that the script fetches before it shows an own assistant. */
export const siteAnswerSchema = z.object({
  look: tagLookSchema,
  /** Whether the script should report with `POST …/sightings` that it is on the page. */
  isReportWanted: z.boolean(),
})

export type TagLook = z.infer<typeof tagLookSchema>
export type AssistantSite = z.infer<typeof assistantSiteSchema>
export type Website = z.infer<typeof websiteSchema>
