import { expect, test } from 'vitest'
import { AttemptOver, createStageRunner, START_STAGES, type StartProgress } from './start-stages.ts'

function recorded() {
  const reports: StartProgress[] = []
  const abort = new AbortController()
  return { reports, abort, stages: createStageRunner(abort.signal, (progress) => reports.push(progress)) }
}

const short = (reports: StartProgress[]) => reports.map(({ stage, status }) => `${stage} ${status}`)

test('each stage is reported as it begins and ends, in the order of the specification', async () => {
  const { reports, stages } = recorded()
  for (const stage of START_STAGES) {
    if (stage === 'video-recording-setup') stages.skip(stage)
    else await stages.run(stage, () => undefined)
  }
  expect(short(reports)).toEqual(START_STAGES.flatMap((stage) => [`${stage} started`, `${stage} completed`]))
  expect(reports.filter((report) => report.status === 'completed' && report.skipped)).toHaveLength(1)
})

test('a stage that fails is reported and ends the run', async () => {
  const { reports, stages } = recorded()
  await stages.run('validation', () => undefined)
  const refusal = new Error('no')
  await expect(stages.run('initialization', () => Promise.reject(refusal))).rejects.toBe(refusal)
  expect(reports.at(-1)).toMatchObject({ stage: 'initialization', status: 'failed', error: refusal })
})

test('a stage that ends after the attempt was aborted is not reported', async () => {
  const { reports, stages, abort } = recorded()
  const running = stages.run(
    'validation',
    () => new Promise((resolve) => abort.signal.addEventListener('abort', resolve)),
  )
  abort.abort()
  await expect(running).rejects.toBeInstanceOf(AttemptOver)
  expect(short(reports)).toEqual(['validation started'])
  expect(() => stages.skip('initialization')).toThrow(AttemptOver)
})

test('stages cannot run out of order', async () => {
  const { stages } = recorded()
  await expect(stages.run('web-call-creation', () => undefined)).rejects.toThrow('out of order')
})
