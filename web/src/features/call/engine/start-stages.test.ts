import { expect, test } from 'vitest'
import { createStartStages, START_STAGES, type StartProgress } from './start-stages.ts'

function recorded() {
  const reports: StartProgress[] = []
  const abort = new AbortController()
  return { reports, abort, stages: createStartStages(abort.signal, (progress) => reports.push(progress)) }
}

const short = (reports: StartProgress[]) => reports.map(({ stage, status }) => `${stage} ${status}`)

test('each stage is reported as it begins and ends, in the order of the specification', () => {
  const { reports, stages } = recorded()
  for (const stage of START_STAGES) {
    stages.enter(stage)
    if (stage === 'video-recording-setup') stages.complete(true)
  }
  stages.complete()
  expect(START_STAGES.join(' ')).toBe(
    'validation initialization web-call-creation daily-call-object-creation mobile-permissions daily-call-join ' +
      'video-recording-setup audio-observer-setup audio-processing-setup',
  )
  expect(short(reports)).toEqual(START_STAGES.flatMap((stage) => [`${stage} started`, `${stage} completed`]))
  expect(reports.filter((report) => report.status === 'completed' && report.skipped)).toHaveLength(1)
})

test('a stage that is entered twice begins once', () => {
  const { reports, stages } = recorded()
  stages.enter('web-call-creation')
  stages.enter('web-call-creation')
  expect(short(reports)).toEqual(['web-call-creation started'])
})

test('a failure ends the open stage', () => {
  const { reports, stages } = recorded()
  stages.enter('validation')
  stages.enter('initialization')
  const refusal = new Error('no')
  stages.failed(refusal)
  stages.failed(refusal)
  expect(short(reports.slice(2))).toEqual(['initialization started', 'initialization failed'])
  expect(reports.at(-1)).toMatchObject({ error: refusal })
})

test('nothing is reported once the attempt was aborted', () => {
  const { reports, stages, abort } = recorded()
  stages.enter('validation')
  abort.abort()
  stages.complete()
  stages.failed(new Error('late'))
  expect(() => stages.enter('initialization')).toThrow(abort.signal.reason as Error)
  expect(short(reports)).toEqual(['validation started'])
})
