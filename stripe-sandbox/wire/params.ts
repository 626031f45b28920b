import { z } from 'zod'
import type { RawParams } from './form-params.ts'
import { StripeError } from './stripe-error.ts'

// The kinds of parameters, and how Stripe words its refusals. Values arrive as text, whatever they mean.

const MAX_TEXT = 5_000
const MAX_METADATA_KEYS = 50

export const text = (maxLength = MAX_TEXT) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? undefined : 'Invalid string') })
    .min(1)
    .max(maxLength, {
      error: (issue) =>
        `Invalid string: must be at most ${maxLength} characters (it currently is ${typeof issue.input === 'string' ? issue.input.length : 0})`,
    })

export const integer = (limits: { min?: number; max?: number } = {}) =>
  text().transform((value, ctx) => {
    const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    const { min = -Infinity, max = Infinity } = limits
    const message = Number.isNaN(number)
      ? `Invalid integer: ${value}`
      : number < min
        ? `This value must be greater than or equal to ${min}.`
        : number > max
          ? `This value must be less than or equal to ${max} (it currently is '${number}').`
          : undefined
    if (message) ctx.addIssue({ code: 'custom', message, params: { code: 'parameter_invalid_integer' } })
    return number
  })

export const flag = () =>
  text().transform((value, ctx) => {
    if (value !== 'true' && value !== 'false') ctx.addIssue({ code: 'custom', message: `Invalid boolean: ${value}` })
    return value === 'true'
  })

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, {
    error: (issue) =>
      issue.input === undefined || issue.input === '' ? undefined : `Invalid value: must be one of ${inWords(values)}`,
  })

export const webAddress = () =>
  text().refine((value) => /^https?:$/.test(URL.parse(value.replaceAll(/[{}]/g, ''))?.protocol ?? ''), {
    error: 'Not a valid URL',
    params: { code: 'url_invalid' },
  })

export const email = () =>
  text(512).refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), {
    error: (issue) => `Invalid email address: ${String(issue.input)}`,
    params: { code: 'email_invalid' },
  })

export const fields = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' || issue.input === undefined ? undefined : 'Invalid object'),
  })

/** A list arrives as an object whose keys count. */
export const list = <Item extends z.ZodType>(item: Item, maxItems = 100) =>
  z.preprocess(
    (value) => (isCounted(value) ? Object.values(value) : value),
    z
      .array(item, { error: (issue) => (issue.input === undefined ? undefined : 'Invalid array') })
      .max(maxItems, `Array too long: at most ${maxItems} items`),
  )

function isCounted(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key))
}

/** An empty text takes the value away: null. */
export const emptyable = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => null), schema])

/** Null where all of it is to be cleared; a key with an empty text is one to delete. */
export const metadata = () =>
  emptyable(
    z
      .record(z.string().max(40), z.string().max(500), {
        error: (issue) => (issue.input === undefined ? undefined : 'Invalid object'),
      })
      .refine((record) => Object.keys(record).length <= MAX_METADATA_KEYS, `At most ${MAX_METADATA_KEYS} keys`),
  )

export type MetadataChange = z.infer<ReturnType<typeof metadata>> | undefined

/** The metadata that is left after a change: keys are merged, empty values delete, null clears. */
export function mergedMetadata(
  present: Readonly<Record<string, string>>,
  change: MetadataChange,
): Record<string, string> {
  if (change === null) return {}
  const merged = Object.entries({ ...present, ...change }).filter(([, value]) => value !== '')
  if (merged.length > MAX_METADATA_KEYS) {
    throw new StripeError(`Metadata can have at most ${MAX_METADATA_KEYS} keys.`, { param: 'metadata' })
  }
  return Object.fromEntries(merged)
}

/** `created=5` or `created[gte]=5&created[lt]=9`. */
export const range = () =>
  z.union([
    integer().transform((exactly) => ({ gte: exactly, lte: exactly, gt: undefined, lt: undefined })),
    fields({
      gt: integer().optional(),
      gte: integer().optional(),
      lt: integer().optional(),
      lte: integer().optional(),
    }),
  ])

export type Range = {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

/** What every list takes. */
export const pagination = {
  limit: integer({ min: 1, max: 100 }).optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
}

export type Page = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** @throws {StripeError} 400, naming the first parameter that is wrong. */
export function parseParams<Schema extends z.ZodType>(schema: Schema, raw: RawParams): z.infer<Schema> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw refusal(issue, raw)
}

function refusal(found: z.core.$ZodIssue | undefined, raw: RawParams): StripeError {
  const issue = innermost(found)
  if (!issue) return new StripeError('Invalid request.')
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => inBrackets([...issue.path, key]))
    const message = `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`
    return new StripeError(message, { code: 'parameter_unknown', param: names[0] ?? '' })
  }
  const param = inBrackets(issue.path)
  const value = valueAt(raw, issue.path)
  if (value === undefined) {
    return new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (value === '') {
    return new StripeError(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    )
  }
  const code = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return new StripeError(issue.message.replace('Invalid value', `Invalid ${param}`), {
    param,
    ...(typeof code === 'string' ? { code } : {}),
  })
}

/** Of a union, the branch that the value came nearest to says what is wrong with it: the last one, by our order. */
function innermost(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== 'invalid_union') return issue
  const inner = innermost(issue.errors.at(-1)?.[0])
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

function inBrackets([first, ...rest]: readonly PropertyKey[]): string {
  return [String(first ?? ''), ...rest.map((part) => `[${String(part)}]`)].join('')
}

function inWords(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`
}
