import { expect, it } from 'vitest'
import { PaymentsError } from '../../vendors/payments.ts'
import { forPerson } from './payments-problem.ts'

it.each([
  ['declined', 'payment-declined'],
  ['missing', 'not-found'],
  ['unavailable', 'payments-unavailable'],
] as const)('a request that the provider answers with "%s" is refused as "%s"', async (kind, code) => {
  const ask = () => Promise.reject(new PaymentsError(kind, 'as the provider says'))
  await expect(forPerson(ask)).rejects.toMatchObject({ code })
})
