import { expect, it } from 'vitest'
import { createCallerKeys, mailboxOf } from './person-key.ts'

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

it('keys tell nothing without the secret, and differ by kind', () => {
  const keys = createCallerKeys('one secret')
  expect(keys.person('jane+1@example.com')).toBe(keys.person('JANE@example.com'))
  expect(keys.person('jane@example.com')).not.toBe(createCallerKeys('another').person('jane@example.com'))
  expect(new Set([keys.person('x@y.z'), keys.team('x@y.z'), keys.network('x@y.z')]).size).toBe(3)
})
