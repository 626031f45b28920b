import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { captureLog, ERROR, WARN } from '../logger-testing.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import type { AppEnv } from './context.ts'
import { onError } from './problem.ts'
import { requestLog } from './request-log.ts'

async function logged(thrown: Error) {
  const { log, lines, entries } = captureLog('warn')
  const app = new Hono<AppEnv>()
  app.onError(onError)
  app.use(requestLog(log, 0))
  app.get('/api/x', () => {
    throw thrown
  })
  const { status } = await app.request('/api/x')
  return { status, levels: entries().map(({ level }) => level), hasStack: lines.join('').includes('    at ') }
}

it.each<[string, Error, number]>([
  ['a server with all lines busy', new AppError('unavailable', { retryAfterSeconds: 5 }), 503],
  ['payments that are switched off', new AppError('payments-off'), 503],
  [
    'a vendor’s failure',
    new AppError('speech-failed', { cause: new VendorError('ElevenLabs', 'failing', { status: 500 }) }),
    502,
  ],
])('%s is logged in one line without a stack, because nothing is broken here', async (_, thrown, status) => {
  expect(await logged(thrown)).toEqual({ status, levels: [WARN], hasStack: false })
})

it('a refused request is not logged separately', async () => {
  expect(await logged(new AppError('photo-refused'))).toEqual({ status: 422, levels: [], hasStack: false })
})

it.each<[string, Error, number]>([
  ['that caused a refusal', new AppError('unavailable', { cause: new Error('broken') }), 503],
  ['of ours', new AppError('internal'), 500],
  ['that is unexpected', new TypeError('x is not a function'), 500],
])('a fault %s is logged as an error with its stack', async (_, thrown, status) => {
  expect(await logged(thrown)).toEqual({ status, levels: [ERROR], hasStack: true })
})
