import { z } from 'zod'
import type { KindName } from '../kinds.ts'
import type { Store } from '../store.ts'
import { StripeError } from '../wire.ts'

/** One route of the API: its parameters and its handler. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Relative to `/v1/`, with `:id` in place of an id. */
  readonly path: string
  /** @throws {StripeError} 400, naming the first parameter that is wrong or unknown. */
  readonly handle: (store: Store, raw: RawParams, id: string) => Promise<object>
}

/** Ties the types of a route's parameters to those of its handler. `id` is the id in the path, if there is one. */
export function endpoint<Shape extends z.core.$ZodLooseShape>(
  method: Endpoint['method'],
  path: string,
  shape: Shape,
  task: (store: Store, params: z.infer<z.ZodObject<Shape>>, id: string) => Promise<object>,
): Endpoint {
  const schema = z.strictObject(shape)
  return {
    method,
    path,
    handle: async (store, raw, id) => {
      const parsed = schema.safeParse(raw)
      if (parsed.success) return task(store, parsed.data, id)
      const [issue] = parsed.error.issues
      const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
      const [first = '', ...rest] = [...(issue?.path ?? []), ...unknown].map(String)
      const param = [first, ...rest.map((key) => `[${key}]`)].join('')
      throw unknown.length > 0
        ? new StripeError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
        : new StripeError(`Invalid ${param}: ${issue?.message ?? ''}`, { param })
    },
  }
}

/** The route that reads one object. */
export function readOne(path: string, kind: KindName): Endpoint {
  return endpoint('GET', path, {}, async (store, _, id) => (await store.need(kind, id)).data)
}

/** Parameters as received: texts, and objects by key. A list is an object whose keys count from 0. */
export type RawParams = { [key: string]: RawParams | string }

const KEY = /^([^[\]]+)((?:\[[^[\]]+\])*)$/
/** The SDK nests at most four deep here. The limit keeps a body of nothing but brackets cheap. */
const MAX_DEPTH = 12

/**
 * Parses `a[b][0][c]=v`, as Stripe's clients write nested parameters. A malformed key is kept as it is, so that the error
 * names it.
 */
export function readFormParams(form: URLSearchParams): RawParams {
  const root = emptyParams()
  for (const [key, value] of form) {
    if (value.includes('\0')) throw new StripeError('Invalid string: it holds a NUL.', { param: key })
    const [, head = key, brackets = ''] = KEY.exec(key) ?? []
    const keys = [...brackets.matchAll(/\[([^[\]]+)\]/g)].map((one) => one[1] ?? '')
    const path = keys.length < MAX_DEPTH ? [head, ...keys] : [key]
    const last = path.pop() ?? key
    let target = root
    for (const step of path) {
      const next = target[step]
      target = target[step] = typeof next === 'object' ? next : emptyParams()
    }
    target[last] = value
  }
  return root
}

/** Without a prototype, so that no key of a request can reach one. */
function emptyParams(): RawParams {
  return Object.create(null) as RawParams
}

// Kinds of parameters. Every value arrives as text.

export const text = (maxLength = 5_000) => z.string().min(1).max(maxLength)

export const integer = ({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))

export const flag = () => z.enum(['true', 'false']).transform((value) => value === 'true')

export const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value) : value),
    z.array(item).min(1).max(100),
  )

export const metadata = () => z.record(text(40), text(500)).optional()

/** The parameters of a list's page. */
export const page = { limit: integer({ min: 1, max: 100 }).optional(), starting_after: text().optional() }
