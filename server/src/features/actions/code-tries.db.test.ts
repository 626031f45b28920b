import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { codeTries } from '../../infra/db/schema/actions.ts'
import { createStudioTest } from '../assistants/own/studio-testing.ts'
import { createCodeTries } from './code-tries.ts'

const HOUR_MS = 3_600_000

let test: Awaited<ReturnType<typeof createStudioTest>>
let first: string
let second: string
beforeAll(async () => {
  test = await createStudioTest()
  const owner = await test.person()
  await test.givePlan(owner.email, 'large-business-monthly')
  first = (await test.make(owner.headers, { name: 'Nora' })).id
  second = (await test.make(owner.headers, { name: 'Otto' })).id
})
afterAll(() => test.server.close())
beforeEach(() => test.server.db.delete(codeTries))

it('simultaneous tries of all processes are counted before their outcome is known', { tags: 'postgres' }, async () => {
  let nowMs = Date.now()
  const processes = [1, 2].map(() => createCodeTries(test.server.db, () => nowMs))
  const [one] = processes
  if (!one) throw new Error('no process')
  const trier = (call: number) => ({ callId: `call ${call}`, assistantId: first, network: `network ${call}` })
  const take = async (calls: number, each: number) => {
    const tries = Array.from({ length: calls * each }, (_, index) =>
      (processes[index % 2] ?? one).take(trier(Math.floor(index / each))),
    )
    return (await Promise.all(tries)).filter((id) => id !== undefined)
  }
  const taken = await take(1, 20)
  expect(taken).toHaveLength(3)
  await one.giveBack(taken[0] ?? '')
  expect(await take(1, 20)).toHaveLength(1)
  expect(await take(60, 1)).toHaveLength(27)
  expect(await one.take({ ...trier(99), assistantId: second })).toBeDefined()
  nowMs += HOUR_MS
  expect(await one.take(trier(0))).toBeDefined()
  await one.deleteOld()
  expect(await test.server.db.$count(codeTries)).toBe(1)
})

it('calls from one network do not use up the tries that an assistant allows all callers', async () => {
  const tries = createCodeTries(test.server.db)
  const counts: number[] = []
  for (const network of ['hostile', 'other', null]) {
    const from = Array.from({ length: 60 }, (_, call) =>
      tries.take({ callId: `${network} ${call}`, assistantId: first, network }),
    )
    counts.push((await Promise.all(from)).filter((id) => id !== undefined).length)
  }
  expect(counts).toEqual([6, 6, 18])
})
