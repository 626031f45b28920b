import { expect, it } from 'vitest'
import { createSpeakingLine } from './speaking-line.ts'

it('says one text at a time, in the order in which they came', async () => {
  const line = createSpeakingLine({ places: 8, placesEach: 8 })
  const log: string[] = []
  const task = (name: string) => async () => {
    log.push(`${name} begins`)
    await Promise.resolve()
    log.push(`${name} ends`)
  }
  await Promise.all([line.wait('ann', task('first')), line.wait('ben', task('second'))])
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

it('gives one person a few places and all together some more, and gives them back', async () => {
  const line = createSpeakingLine({ places: 3, placesEach: 2 })
  const first = Promise.withResolvers<string>()
  const waiting = [line.wait('ann', () => first.promise), line.wait('ann', async () => 'second')]
  await expect(line.wait('ann', async () => 'third')).rejects.toMatchObject({ code: 'rate-limited' })
  waiting.push(line.wait('ben', async () => 'his'))
  await expect(line.wait('cay', async () => 'hers')).rejects.toMatchObject({ code: 'unavailable' })
  first.resolve('first')
  expect(await Promise.all(waiting)).toEqual(['first', 'second', 'his'])
  expect(await line.wait('ann', async () => 'third')).toBe('third')
})

it('goes on after a failure, and skips who has left', async () => {
  const line = createSpeakingLine({ places: 3, placesEach: 3 })
  const left = new AbortController()
  let wasAsked = false
  const failing = line.wait('ann', () => Promise.reject(new Error('hoarse')))
  const gone = line.wait('ann', async () => (wasAsked = true), left.signal)
  left.abort(new Error('left'))
  await expect(failing).rejects.toThrow('hoarse')
  await expect(gone).rejects.toThrow('left')
  expect(wasAsked).toBe(false)
  expect(await line.wait('ann', async () => 'well')).toBe('well')
})
