import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

/**
 * Optional codecs for other platforms, whose hashes the registry did not provide when the lockfile was written. On
 * those platforms, npm verifies them against the registry's hash at install time. `npm install` on such a platform adds
 * the hash; then remove the line here.
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
  // The server runs without these packages: if npm refuses one, video rendering is unavailable and says why.
  expect(weak.every(([, { optional }]) => optional)).toBe(true)
})

test('every package comes from the registry, not from an address of its own', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
