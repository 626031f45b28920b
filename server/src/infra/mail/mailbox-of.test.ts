import { expect, it } from 'vitest'
import { mailboxOf } from './mailbox-of.ts'

it.each([
  ['Jane.Doe+news@GMail.com', 'janedoe@gmail.com'],
  ['j.a.n.e.doe@googlemail.com', 'janedoe@gmail.com'],
  ['jane.doe+a+b@example.com', 'jane.doe@example.com'],
  ['+jane@example.com', '+jane@example.com'],
  ['jane@b\u00fccher.example', 'jane@xn--bcher-kva.example'],
  ['jane@xn--bcher-kva.example', 'jane@xn--bcher-kva.example'],
  ['\uff4aane@example.com.', 'jane@example.com'],
])('%s is the mailbox %s', (written, mailbox) => {
  expect(mailboxOf(written)).toBe(mailbox)
})
