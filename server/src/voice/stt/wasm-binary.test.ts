import { expect, test } from 'vitest'
import { constantHex, replaceFunction, sizedHex, sizeHex } from './wasm-binary.ts'

/** Two functions, `a` and `b`, that answer 1 and 2. */
const MODULE = Buffer.from(
  [
    '0061736d01000000',
    `01${sizedHex('0160', '00017f')}`,
    `03${sizedHex('020000')}`,
    `07${sizedHex('02', '01610000', '01620001')}`,
    `0a${sizedHex('02', sizedHex('0041010b'), sizedHex('0041020b'))}`,
    `00${sizedHex('0161')}`,
  ].join(''),
  'hex',
)

function answersOf(module: Uint8Array): number[] {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), {})
  return ['a', 'b'].map((name) => (exports[name] as () => number)())
}

test('one function is replaced, the others stay', () => {
  const long = '01'.repeat(200)
  expect(answersOf(MODULE)).toEqual([1, 2])
  expect(answersOf(replaceFunction(MODULE, 0, 4, `00 ${long} 41 ${constantHex(13_824)} 0b`))).toEqual([13_824, 2])
  expect(answersOf(replaceFunction(MODULE, 1, 4, '00 41 03 0b'))).toEqual([1, 3])
  expect(() => replaceFunction(MODULE, 0, 5, '')).toThrow('4 bytes')
  expect(() => replaceFunction(MODULE, 2, 4, '')).toThrow('no function 2')
})

test('sizes and constants are written as WebAssembly reads them', () => {
  expect([0, 127, 128, 624_485].map((value) => sizeHex(value))).toEqual(['00', '7f', '8001', 'e58e26'])
  expect([63, 64].map((value) => constantHex(value))).toEqual(['3f', 'c000'])
})
