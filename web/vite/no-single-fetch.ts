import type { DataStrategyFunction, DataStrategyResult } from 'react-router'

/**
 * Replaces React Router's `single-fetch` module in a site whose routes have no loaders: see `without-server-data.ts`.
 */

/** The data of every page in such a site: none. */
export async function decodeViaTurboStream() {
  return { done: Promise.resolve(), value: { loaderData: {}, actionData: null, errors: null } }
}

/** Loads the modules of lazy routes; there is no data to load. */
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
