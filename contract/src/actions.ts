import { z } from 'zod'
import {
  MAX_ACTION_FIELDS,
  MAX_CARDS,
  MAX_OWN_WEBHOOKS,
  MAX_ASKS,
  MAX_SPANS_A_DAY,
  MAX_CLOSED_DAYS,
  MAX_WEBHOOK_TIMEOUT_SECONDS,
  LEAD_KINDS,
  ACTION_FIELD_KINDS,
} from './action-limits.ts'
import { filledLineSchema, lineSchema, textSchema } from './line-schema.ts'
import { normaliseWords } from './phrase-pattern.ts'
import { baseRevisionField, revisionField } from './settings-revision.ts'
import { isWebAddress } from './web-address.ts'

/**
 * What an own assistant can do in a call besides answering questions: the settings under
 * `/api/own-assistants/{id}/actions`. `{}` is valid and switches every action off. The texts are read out by the
 * assistant or shown to visitors.
 */
const text = (field: string, maxLength: number) =>
  textSchema(maxLength, `The ${field} must have at most ${maxLength} characters.`)
const webLine = (field: string, protocols: readonly string[]) =>
  lineSchema(field, 2_000).pipe(
    z.string().refine((address) => address === '' || isWebAddress(address, protocols), {
      error: `The ${field} must be a whole web address that begins with ${protocols.map((each) => `${each}//`).join(' or ')}.`,
    }),
  )

const actionFieldSchema = z
  .object({
    id: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'A field id may contain only lower-case letters, digits and _.'),
    label: filledLineSchema('label', 60),
    kind: z.enum(ACTION_FIELD_KINDS),
    isRequired: z.boolean().default(true),
    choices: z.array(filledLineSchema('choice', 40)).max(8, 'At most 8 choices.').default([]),
  })
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length >= 2, {
    path: ['choices'],
    error: 'Write at least two choices.',
  })

function areUnique(all: readonly { id: string }[]): boolean {
  return new Set(all.map(({ id }) => id)).size === all.length
}

const fields = z
  .array(actionFieldSchema)
  .max(MAX_ACTION_FIELDS, `At most ${MAX_ACTION_FIELDS} fields.`)
  .refine(areUnique, 'Two fields have the same id.')

/** Phrases by which callers ask for this, in plain words: "what does it look like". */
const asks = z
  .array(
    lineSchema('phrase', 80).pipe(
      z
        .string()
        .refine((phrase) => isSayable(phrase), 'Write it as people say it, in English words and without digits.'),
    ),
  )
  .max(MAX_ASKS, `At most ${MAX_ASKS} ways to ask.`)
  .default([])

function isSayable(phrase: string): boolean {
  const words = normaliseWords(phrase)
  return words.length > 0 && words.every((word) => /^[a-z']+$/.test(word))
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const span = z
  .object({
    from: z.string().regex(TIME, 'Write a time as 09:00.'),
    to: z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Write a time as 17:30.'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'It closes before it opens.' })
const spans = z
  .array(span)
  .max(MAX_SPANS_A_DAY, `At most ${MAX_SPANS_A_DAY} times a day.`)
  .transform((all) => all.toSorted((one, other) => one.from.localeCompare(other.from)))
  .refine((all) => all.every(({ from }, at) => at === 0 || from >= (all[at - 1]?.to ?? '')), 'Two times overlap.')

const OFFICE_HOURS = [{ from: '09:00', to: '17:00' }]
export const openingHoursSchema = z.object({
  monday: spans.default(OFFICE_HOURS),
  tuesday: spans.default(OFFICE_HOURS),
  wednesday: spans.default(OFFICE_HOURS),
  thursday: spans.default(OFFICE_HOURS),
  friday: spans.default(OFFICE_HOURS),
  saturday: spans.default([]),
  sunday: spans.default([]),
})

const closedDays = z
  .object({ from: z.iso.date('Choose a day.'), to: z.iso.date('Choose a day.') })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The last day is before the first.' })

const minutes = (max: number) => z.int('Write whole minutes.').min(0, 'Not less than 0.').max(max, `At most ${max}.`)

const field = (id: string, label: string, kind: (typeof ACTION_FIELD_KINDS)[number]) => ({
  id,
  label,
  kind,
  isRequired: true,
  choices: [] as string[],
})

const messageSchema = z.object({
  isOn: z.boolean().default(false),
  title: filledLineSchema('title', 60).default('Leave a message'),
  fields: fields
    .min(1, 'A message needs at least one field.')
    .default([
      field('name', 'Your name', 'name'),
      field('email', 'Your email', 'email'),
      field('message', 'Your message', 'text'),
    ]),
  /** Whether each message is mailed to the owner at once. */
  isMailed: z.boolean().default(true),
})

const callbackSchema = z.object({ isOn: z.boolean().default(false), isMailed: z.boolean().default(true) })
const handoverSchema = z.object({ isOn: z.boolean().default(false) })

const appointmentsSchema = z.object({
  isOn: z.boolean().default(false),
  /** The name of the appointment, such as "Haircut". */
  title: filledLineSchema('title', 60).default('Appointment'),
  /** The place of the appointment, written into the invitation. */
  place: lineSchema('place', 120).default(''),
  hours: openingHoursSchema.prefault({}),
  lengthMinutes: minutes(480).min(5, 'At least 5 minutes.').default(30),
  bufferBeforeMinutes: minutes(240).default(0),
  bufferAfterMinutes: minutes(240).default(0),
  closedDays: z.array(closedDays).max(MAX_CLOSED_DAYS, `At most ${MAX_CLOSED_DAYS}.`).default([]),
  noticeMinutes: minutes(20_160).default(120),
  daysAhead: z.int().min(1, 'At least 1 day.').max(180, 'At most 180 days.').default(30),
  /** The address of an iCalendar feed. No appointment is offered during its events. Empty: no feed. */
  busyUrl: webLine('calendar address', ['https:', 'http:']).default(''),
  fields: fields.default([field('name', 'Your name', 'name'), field('email', 'Your email', 'email')]),
})

const cardSchema = z
  .object({
    id: z.string().regex(/^[a-z0-9_]{1,32}$/),
    isOn: z.boolean().default(true),
    title: filledLineSchema('title', 80),
    text: text('text', 300).default(''),
    url: webLine('link', ['https:']).default(''),
    imageUrl: webLine('picture', ['https:']).default(''),
    asks,
  })
  .refine(({ text: words, url, imageUrl }) => words !== '' || url !== '' || imageUrl !== '', {
    path: ['url'],
    error: 'A card needs a link, a picture or a text.',
  })

/** A signing secret in the format of the Standard Webhooks specification; empty until the server has made one. */
const secret = z
  .string()
  .regex(/^(?:whsec_[A-Za-z0-9+/]{32,86}={0,2})?$/, 'A secret begins with whsec_ and holds 24 to 64 bytes in base64.')

export const ownWebhookSchema = z.object({
  /** Does not change when the webhook is renamed. */
  id: z.string().regex(/^[a-z0-9_]{1,32}$/),
  isOn: z.boolean().default(true),
  name: filledLineSchema('name', 60),
  /** Tells language models when to call the webhook. */
  description: text('description', 300).default(''),
  url: webLine('address', ['https:', 'http:']).pipe(z.string().min(1, 'The address is missing.')),
  /** When empty, the server generates a secret on saving. */
  secret: secret.default(''),
  fields: fields.default([]),
  timeoutSeconds: z.int().min(1).max(MAX_WEBHOOK_TIMEOUT_SECONDS).default(5),
  meanwhile: lineSchema('sentence', 200).default('One moment, please.'),
  failure: lineSchema('sentence', 200).default('I’m sorry, that did not work right now.'),
  asks,
})

export const actionSettingsSchema = z.object({
  message: messageSchema.prefault({}),
  callback: callbackSchema.prefault({}),
  appointments: appointmentsSchema.prefault({}),
  handover: handoverSchema.prefault({}),
  cards: z.array(cardSchema).max(MAX_CARDS, `At most ${MAX_CARDS} cards.`).refine(areUnique).default([]),
  webhooks: z
    .array(ownWebhookSchema)
    .max(MAX_OWN_WEBHOOKS, `At most ${MAX_OWN_WEBHOOKS}.`)
    .refine(areUnique)
    .default([]),
})

const CALENDAR_STATES = ['none', 'unread', 'read', 'away'] as const

const busyCalendarSchema = z.object({
  /** `away`: the latest attempt to read the feed failed. The events read before still apply, and bookings go on. */
  state: z.enum(CALENDAR_STATES),
  readAt: z.iso.datetime().nullable(),
  /** Why the feed could not be read, in words for the owner. */
  problem: z.string().nullable(),
})

export const actionsResponseSchema = z.object({
  settings: actionSettingsSchema,
  ...revisionField,
  calendar: busyCalendarSchema,
})

export const saveActionsRequestSchema = actionSettingsSchema.extend(baseRevisionField)

export const freeTimesResponseSchema = z.object({
  timeZone: z.string(),
  calendar: busyCalendarSchema,
  /** The next days that have free times. Times are local to the business: `2026-11-24T15:30`. */
  days: z.array(z.object({ day: z.iso.date(), starts: z.array(z.string()) })),
})

const filledFieldSchema = z.object({ id: z.string(), label: z.string(), value: z.string() })

export const leadSchema = z.object({
  id: z.string(),
  kind: z.enum(LEAD_KINDS),
  conversationId: z.string().nullable(),
  fields: z.array(filledFieldSchema),
  createdAt: z.iso.datetime(),
})

export const listLeadsResponseSchema = z.object({
  /** Newest first. */
  leads: z.array(leadSchema),
  /** Pass as `before` for the next page; null at the end. */
  nextBefore: z.string().nullable(),
})

export const appointmentSchema = z.object({
  id: z.string(),
  status: z.enum(['booked', 'cancelled']),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  conversationId: z.string().nullable(),
  fields: z.array(filledFieldSchema),
  createdAt: z.iso.datetime(),
})

export const listAppointmentsResponseSchema = z.object({
  timeZone: z.string(),
  /** Sorted by start time, the earliest first. */
  appointments: z.array(appointmentSchema),
})

export type ActionSettings = z.infer<typeof actionSettingsSchema>
export type ActionFieldSetting = z.infer<typeof actionFieldSchema>
export type OpeningHours = z.infer<typeof openingHoursSchema>
export type AppointmentSettings = ActionSettings['appointments']
export type CardSetting = z.infer<typeof cardSchema>
export type OwnWebhookSetting = z.infer<typeof ownWebhookSchema>
export type BusyCalendar = z.infer<typeof busyCalendarSchema>
export type ActionsResponse = z.infer<typeof actionsResponseSchema>
export type Lead = z.infer<typeof leadSchema>
export type LeadKind = Lead['kind']
export type Appointment = z.infer<typeof appointmentSchema>
export type FilledField = z.infer<typeof filledFieldSchema>
