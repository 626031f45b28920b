import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readZip } from './zip.ts'
import { storedZip } from './zip-testing.ts'

/** Marks both entries of a stored archive as deflated. */
function deflated(contents: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(contents).map(([name, content]) => [name, deflateRawSync(content)] as const)
  const bytes = storedZip(new Map(entries))
  for (const [signature, method] of [
    ['PK\x03\x04', 8],
    ['PK\x01\x02', 10],
  ] as const) {
    for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 1)) {
      bytes.writeUInt16LE(8, at + method)
    }
  }
  return bytes
}

it('limits the total inflated size of all wanted entries', () => {
  const bytes = deflated({ a: Buffer.alloc(600), b: Buffer.alloc(600), c: Buffer.alloc(600) })
  const read = (wanted: string, maxBytes: number) =>
    readZip(bytes, { wanted: (name) => wanted.includes(name), maxBytes })
  expect([...read('ab', 1_200).values()].map(({ length }) => length)).toEqual([600, 600])
  expect(() => read('ab', 1_199)).toThrow(expect.objectContaining({ problem: 'too-large' }))
  expect(() => read('abc', 1_200)).toThrow(expect.objectContaining({ problem: 'too-large' }))
})
