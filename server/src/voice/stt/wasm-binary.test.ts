import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assemble, fileOf, SOURCES } from './wasm/assemble.ts'
import { lastFunctionOf, replaceFunction } from './wasm-binary.ts'

/** Two functions, `a` and `b`, that return 1 and 2. */
const MODULE = Buffer.from(
  '0061736d01000000 01050160 00017f 0303020000 070902 01610000 01620001 0a0b02 0400 41010b 0400 41020b 00020161'.replaceAll(' ', ''), // oxfmt-ignore
  'hex',
)

function answersOf(module: Uint8Array): number[] {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(module)), {})
  return ['a', 'b'].map((name) => (exports[name] as () => number)())
}

test('replacing one function keeps the others', () => {
  const code = (hex: string) => Buffer.from(hex, 'hex')
  expect(answersOf(MODULE)).toEqual([1, 2])
  expect(answersOf(replaceFunction(MODULE, 0, 4, code(`00${'01'.repeat(200)}4180ec000b`)))).toEqual([13_824, 2])
  expect(answersOf(replaceFunction(MODULE, 1, 4, code('0041030b')))).toEqual([1, 3])
  expect(answersOf(replaceFunction(MODULE, 0, 4, lastFunctionOf(MODULE)))).toEqual([2, 2])
  expect(() => replaceFunction(MODULE, 0, 5, code(''))).toThrow('4 bytes')
  expect(() => replaceFunction(MODULE, 2, 4, code(''))).toThrow('no function 2')
})

test.each(SOURCES)('%s.wasm is up to date with its source', async (name) => {
  expect(Buffer.from(await assemble(name)).equals(readFileSync(fileOf(name, 'wasm')))).toBe(true)
})
