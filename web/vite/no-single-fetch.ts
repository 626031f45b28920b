import type { DataStrategyFunction, DataStrategyResult } from 'react-router'

/** Stands in for React Router's `single-fetch` in a site whose routes have no loaders: see `without-server-data.ts`. */

/** What every page of such a site was rendered with. */
export async function decodeViaTurboStream() {
  return { done: Promise.resolve(), value: { loaderData: {}, actionData: null, errors: null } }
}

/** Lazy routes are fetched here; there is nothing else to wait for. */
export function getTurboStreamSingleFetchDataStrategy(): DataStrategyFunction {
  return async ({ matches }) => {
    const wanted = matches.filter((match) => match.shouldCallHandler())
    const results = await Promise.all(
      wanted.map(async (match): Promise<[string, DataStrategyResult]> => [match.route.id, await match.resolve()]),
    )
    return Object.fromEntries(results)
  }
}

export const SingleFetchRedirectSymbol = Symbol('SingleFetchRedirect')

export function singleFetchUrl(): never {
  throw new Error('No page has data of its own to fetch in advance.')
}
