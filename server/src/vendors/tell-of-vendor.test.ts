import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { tellOfVendor } from './tell-of-vendor.ts'
import { VendorError } from './vendor-error.ts'

it('logs a vendor’s failure in one line, our own with the stack, and the vendor’s recovery', () => {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  const log = pino(sink)
  const cause = new Error('https://user:sk-secret@vendor.test')
  const theirs = new VendorError('openai', 'key-refused', { status: 401, cause })
  tellOfVendor(log, 'brain', { state: 'open', what: 'key-refused (401)', error: theirs })
  tellOfVendor(log, 'brain', { state: 'open', what: 'failed', error: new TypeError('no such thing') })
  tellOfVendor(log, 'brain', { state: 'closed' })
  expect(lines).toMatchObject([
    { level: 40, part: 'brain', what: 'key-refused (401)' },
    {
      level: 50,
      part: 'brain',
      err: { message: 'no such thing', stack: expect.stringContaining('tell-of-vendor') as string },
    },
    { level: 30, part: 'brain' },
  ])
  expect(JSON.stringify(lines[0])).not.toMatch(/sk-secret|stack/)
})
