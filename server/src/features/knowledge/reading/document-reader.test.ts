import { expect, it } from 'vitest'
import { createDocumentReader } from './document-reader.ts'
import { pdfOf } from './pdf-testing.ts'

it('a small PDF that inflates to 60 MB is read, and costs the server no memory', async () => {
  const bytes = pdfOf('Bread is baked at four in the morning.', { blankBytes: 60_000_000 })
  const peakKb = process.resourceUsage().maxRSS
  const read = createDocumentReader().read({ kind: 'pdf', bytes }, 'owner', new AbortController().signal)
  expect(await read).toMatchObject({ text: 'Bread is baked at four in the morning.' })
  expect(process.resourceUsage().maxRSS - peakKb).toBeLessThan(50_000)
})
