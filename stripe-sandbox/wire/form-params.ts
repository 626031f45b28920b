import { StripeError } from './stripe-error.ts'

/** Parameters as they come: texts, and objects by key. A list is an object whose keys count from 0. */
export type RawParams = { [key: string]: RawParams | string }

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/
/** Nobody nests deeper, and a body of brackets alone must not cost more than its length. */
const MAX_DEPTH = 12

/**
 * Reads `a[b][0][c]=v`, the way in which Stripe's clients write nested parameters. `a[]=v` appends; of a key given
 * twice the last value counts. Keys that are no such path are kept as they are, so that they are refused by name.
 */
export function readFormParams(form: URLSearchParams): RawParams {
  const root: RawParams = Object.create(null) as RawParams
  for (const [key, value] of form) {
    if (value.includes('\0')) throw new StripeError('Invalid string: it holds a NUL.', { param: key })
    const match = KEY.exec(key)
    const segments = match ? [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((one) => one[1] ?? '') : []
    const path = match && segments.length < MAX_DEPTH ? [match[1] ?? '', ...segments] : [key]
    place(root, path, value)
  }
  return root
}

function place(root: RawParams, path: string[], value: string): void {
  let target = root
  for (const [depth, segment] of path.entries()) {
    const key = segment === '' ? nextIndex(target) : segment
    if (depth === path.length - 1) {
      target[key] = value
      return
    }
    const next = target[key]
    if (typeof next === 'object') target = next
    else {
      const made = Object.create(null) as RawParams
      target[key] = made
      target = made
    }
  }
}

/** `items[][price]=a&items[][quantity]=1` stays one item only with an index; Stripe's own clients always send one. */
function nextIndex(target: RawParams): string {
  return String(Object.keys(target).length)
}
