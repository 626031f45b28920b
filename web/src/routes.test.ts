import { PUBLIC_PATHS, SCREENS } from '#contract/screens.ts'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import config from '../../react-router.config.ts'
import routes from './routes.ts'

/** Every address that a tree of routes answers, as `/pricing`. The route for all others has none of its own. */
function addressesOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    if (path === '*') return []
    const address = path === undefined ? parent : `${parent}/${path}`
    return children ? addressesOf(children, address) : index || path !== undefined ? eachOf(address || '/') : []
  })
}

/** With its last part and without it, where that may be left out. */
function eachOf(address: string): string[] {
  return address.endsWith('?') ? [address.slice(0, address.lastIndexOf('/')), address.slice(0, -1)] : [address]
}

it('the list of screens and the routes name the same addresses', () => {
  const known = SCREENS.map(({ path }) => path)
  expect(addressesOf(routes).toSorted()).toEqual(known.toSorted())
})

it('exactly the public screens are prerendered', () => {
  expect(config.prerender).toEqual(PUBLIC_PATHS)
})

it('a public screen has a fixed address', () => {
  expect(PUBLIC_PATHS.filter((path) => /[:*]/.test(path))).toEqual([])
})
