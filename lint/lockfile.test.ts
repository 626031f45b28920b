import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

/**
 * Codecs for machines other than the one that wrote the lockfile, whose hashes its registry could not tell. On those machines npm
 * checks them by what its registry says at that moment. `npm install` on one of them fills in the hash; then its line goes.
 */
const WITHOUT_HASH = [
  'node_modules/@napi-rs/webcodecs-darwin-arm64',
  'node_modules/@napi-rs/webcodecs-darwin-x64',
  'node_modules/@napi-rs/webcodecs-linux-arm-gnueabihf',
  'node_modules/@napi-rs/webcodecs-linux-arm64-gnu',
  'node_modules/@napi-rs/webcodecs-linux-arm64-musl',
  'node_modules/@napi-rs/webcodecs-win32-arm64-msvc',
  'node_modules/@napi-rs/webcodecs-win32-x64-msvc',
]

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      optional: z.boolean().optional(),
    }),
  ),
})

const { packages } = lockfileSchema.parse(
  JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')),
)
const installed = Object.entries(packages).filter(([path]) => path !== '')

test('every package is pinned by a strong hash', () => {
  const weak = installed.filter(([, { integrity }]) => !/^sha(512|384)-/.test(integrity ?? ''))
  expect(weak.map(([path]) => path)).toEqual(WITHOUT_HASH)
  // Nothing that the server needs: where npm refuses one, videos are not made and say why.
  expect(weak.every(([, { optional }]) => optional)).toBe(true)
})

test('no package comes from an address of its own', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
