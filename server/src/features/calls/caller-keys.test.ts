import { expect, it } from 'vitest'
import { createCallerKeys } from './caller-keys.ts'

it('keys depend on the secret and the kind', () => {
  const keys = createCallerKeys('one secret')
  expect(keys.person('jane+1@example.com')).toBe(keys.person('JANE@example.com'))
  expect(keys.person('jane@example.com')).not.toBe(createCallerKeys('another').person('jane@example.com'))
  expect(new Set([keys.person('x@y.z'), keys.team('x@y.z'), keys.network('x@y.z')]).size).toBe(3)
})
