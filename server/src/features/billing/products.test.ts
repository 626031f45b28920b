import { expect, it } from 'vitest'
import { PaymentsError } from '../../vendors/payments.ts'
import { createPriceBook } from './products.ts'

it('asks for the prices once, and again after a failure', async () => {
  const answers = [Promise.reject(new PaymentsError('unavailable', new Error('ETIMEDOUT'))), new Map([['basic', 'p1']])]
  let asked = 0
  const priceOf = createPriceBook({
    async ensurePrices() {
      asked += 1
      return (await answers.shift()) ?? new Map()
    },
  })
  await expect(priceOf('basic')).rejects.toThrow('ETIMEDOUT')
  expect([await priceOf('basic'), await priceOf('basic'), asked]).toEqual(['p1', 'p1', 2])
})
