import { createTransport } from 'nodemailer'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { messageOf } from './smtp-mailer.ts'

/** The recipients and the names of the headers of a mail as it leaves. */
async function written(to: string, subject: string) {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from: 'hello@voxhall.test' })
  const mail = { id: 1, to, subject, text: 'Hello', html: '<p>Hello</p>' }
  const { envelope, message } = await transport.sendMail(messageOf(mail, 'voxhall.test'))
  const [head = ''] = z.instanceof(Buffer).parse(message).toString().split('\r\n\r\n')
  return { to: envelope.to, headers: head.split('\r\n').flatMap((line) => /^[\w-]+(?=:)/.exec(line)?.[0] ?? []) }
}

it('a mail goes to one mailbox, even if its address or subject tries to add another', async () => {
  const { to, headers } = await written('ann@example.com', 'Hello')
  expect(to).toEqual(['ann@example.com'])
  expect(headers).not.toContain('Bcc')
  expect(headers, 'asks absence messages not to answer').toContain('Auto-Submitted')
  for (const [address, subject] of [
    ['ann@example.com, eve@example.com', 'Hello'],
    ['ann@example.com\r\nBcc: eve@example.com', 'Hello'],
    ['ann@example.com', 'Hello\r\nBcc: eve@example.com'],
    ['ann@example.com', 'Hello\u2028Bcc: eve@example.com'],
  ] as const) {
    const hostile = await written(address, subject)
    expect(hostile.to).toHaveLength(1)
    expect(hostile.to).not.toContain('eve@example.com')
    expect(hostile.headers).toEqual(headers)
  }
})
