import { PUBLIC_PATHS, SCREEN_PATHS } from '#contract/screens.ts'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import config from '../../react-router.config.ts'
import routes from './routes.ts'

/** All addresses of a tree of routes, such as `/pricing`. The catch-all route has none. */
function addressesOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    if (path === '*') return []
    const address = path === undefined ? parent : `${parent}/${path}`
    return children ? addressesOf(children, address) : index || path !== undefined ? eachOf(address || '/') : []
  })
}

/** An address with an optional last part counts twice: with and without it. */
function eachOf(address: string): string[] {
  return address.endsWith('?') ? [address.slice(0, address.lastIndexOf('/')), address.slice(0, -1)] : [address]
}

it('the list of screens and the routes have the same addresses', () => {
  expect(addressesOf(routes).toSorted()).toEqual(SCREEN_PATHS.toSorted())
})

it('exactly the public screens are prerendered', () => {
  expect(config.prerender).toEqual(PUBLIC_PATHS)
})

it('a public screen has a fixed address', () => {
  expect(PUBLIC_PATHS.filter((path) => /[:*]/.test(path))).toEqual([])
})
