import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { LooseHearing } from '../ports.ts'
import { WorkerCrashedError } from '../workers/worker-pool.ts'
import { createGrammarStream, type GrammarStreamDeps } from './grammar-stream.ts'
import type { RecogniserReply, RecogniserRequest } from './recogniser-protocol.ts'

type Answer = (slot: number, request: RecogniserRequest) => Promise<RecogniserReply>

/** Opens a stream with dependencies that lend decoders 0, 1, 2 … and record the requests to each. */
function openStream(
  answer: Answer,
  loosely?: Pick<LooseHearing, 'isDoubtful' | 'makeSense'>,
  voice: GrammarStreamDeps['voice'] = { known: () => undefined, learn: () => undefined },
) {
  const asked: string[] = []
  const given: number[] = []
  let next = 0
  const deps: GrammarStreamDeps = {
    grammarId: 'g',
    loosely: loosely && { id: 'words', speech: { asked: [], told: [] }, ...loosely },
    teach: () => Promise.resolve(),
    borrow: () => Promise.resolve({ worker: 0, slot: next++ }),
    voice,
    give: ({ slot }) => void given.push(slot),
    hurry: () => undefined,
    ask: (lease, request) => {
      const samples = 'samples' in request && request.samples ? ` ${request.samples.length}` : ''
      asked.push(`${lease.slot} ${request.do}${samples}`)
      return answer(lease.slot, request)
    },
  }
  return { stream: createGrammarStream(deps), asked, given }
}

const done: Answer = (_, request) =>
  Promise.resolve(
    request.do === 'finish'
      ? { did: 'finish', text: 'a fever', understood: true, strangeness: 4, voice: undefined }
      : { did: 'done' },
  )

test('all audio is sent again to another decoder when a worker dies', async () => {
  const { stream, asked, given } = openStream((slot, request) =>
    slot === 0 && request.do === 'finish' ? Promise.reject(new WorkerCrashedError('gone')) : done(slot, request),
  )
  stream.write(Float32Array.of(1))
  stream.write(Float32Array.of(2))
  expect(await stream.finish()).toEqual({ text: 'a fever', understood: true })
  expect(asked.filter((entry) => entry.startsWith('1'))).toEqual(['1 begin', '1 finish 2'])
  expect(given).toEqual([0, 1])
})

test('a failure other than a crash is passed on, and the decoder is returned', async () => {
  const { stream, asked, given } = openStream((slot, request) =>
    request.do === 'begin' ? Promise.reject(new Error('no such grammar')) : done(slot, request),
  )
  stream.write(Float32Array.of(1))
  await expect(stream.finish()).rejects.toThrow('no such grammar')
  expect(asked.at(-1)).toBe('0 abandon')
  expect(given).toEqual([0])
})

test('audio after 20 seconds is ignored', async () => {
  const { stream, asked } = openStream(done)
  for (let second = 0; second < 30; second += 1) stream.write(new Float32Array(16_000))
  await stream.finish()
  expect(asked.slice(1, -1)).toEqual(Array.from({ length: 9 }, () => '0 write 32000'))
  expect(asked.at(-1)).toBe('0 finish 32000')
})

test('audio written after the end or a cancel is ignored', async () => {
  const { stream, asked } = openStream(done)
  stream.write(Float32Array.of(1))
  await stream.finish()
  stream.write(Float32Array.of(2))
  stream.cancel()
  expect(asked).toEqual(['0 begin', '0 finish 1'])
})

test('audio written while a request is running is sent together next, and not after a cancel', async () => {
  const waiting: (() => void)[] = []
  const { stream, asked } = openStream((slot, request) =>
    request.do === 'write'
      ? new Promise((resolve) => waiting.push(() => resolve({ did: 'done' })))
      : done(slot, request),
  )
  const writes = () => asked.filter((entry) => entry.includes('write'))
  const speak = (pieces: number) => {
    for (let piece = 0; piece < pieces; piece += 1) stream.write(new Float32Array(320))
  }
  speak(101)
  await expect.poll(writes).toEqual(['0 write 32000'])
  speak(50)
  waiting.shift()?.()
  await expect.poll(writes).toEqual(['0 write 32000', '0 write 16320'])
  speak(50)
  stream.cancel()
  waiting.shift()?.()
  await expect(stream.finish()).rejects.toThrow('given up')
  expect(writes()).toHaveLength(2)
})

test('the decoder finishes earlier audio before it gets more', async () => {
  let left = 3
  const { stream, asked } = openStream((slot, request) =>
    request.do === 'write' && --left > 0 ? Promise.resolve({ did: 'some' }) : done(slot, request),
  )
  stream.write(new Float32Array(32_000))
  await expect.poll(() => asked).toEqual(['0 begin', '0 write 32000', '0 write', '0 write'])
  stream.cancel()
})

test('decoding begins with three quarters of a second of audio', async () => {
  const { stream, asked } = openStream(done)
  for (let written = 0; written < 40_000; written += 1_000) {
    stream.write(new Float32Array(1_000))
    await turnOfTheLoop()
  }
  expect(asked[1]).toBe('0 write 12000')
  stream.cancel()
})

test('decoding begins with the voice known from earlier turns, which an understood turn brings up to date', async () => {
  const learned: unknown[] = []
  const heard = { did: 'finish', text: 'a fever', understood: true, strangeness: 4, voice: [2] } as const
  const begun: unknown[] = []
  const { stream } = openStream(
    (_, request) => {
      if (request.do === 'begin') begun.push(request.voice)
      return Promise.resolve(request.do === 'finish' ? heard : { did: 'done' })
    },
    undefined,
    { known: () => [1], learn: (voice) => void learned.push(voice) },
  )
  stream.write(Float32Array.of(1))
  await stream.finish()
  expect(begun).toEqual([[1]])
  expect(learned).toEqual([[2]])
})

test('progress is judged once all audio is decoded', async () => {
  const answers: RecogniserReply[] = [{ did: 'some' }, { did: 'judge-progress', progress: 'complete' }]
  const { stream, asked } = openStream((slot, request) =>
    request.do === 'judge-progress' ? Promise.resolve(answers.shift() ?? { did: 'done' }) : done(slot, request),
  )
  stream.write(Float32Array.of(1))
  expect(await stream.progress()).toBe('complete')
  expect(asked).toEqual(['0 begin', '0 judge-progress 1', '0 judge-progress'])
  stream.cancel()
})

test('a doubtful phrase counts only if its words confirm it', async () => {
  const hear = async (sense: string | undefined) => {
    const { stream, asked } = openStream(done, {
      isDoubtful: (phrase) => phrase.words === 'a fever',
      makeSense: (_, phrase) => Promise.resolve(sense && phrase?.words),
    })
    stream.write(new Float32Array(16_000))
    return { heard: await stream.finish(), passes: asked.filter((entry) => entry.endsWith('begin')).length }
  }
  expect(await hear('borne out')).toEqual({ heard: { text: 'a fever', understood: true }, passes: 2 })
  expect(await hear(undefined)).toEqual({ heard: { text: '', understood: false }, passes: 2 })
})

test('the same speech is recognised again at other speeds as often as its interpretation needs', async () => {
  const { stream, asked } = openStream(done, {
    isDoubtful: () => true,
    makeSense: async (first, _, hearAgain) => {
      expect(await hearAgain(0.94)).toEqual(first)
      return 'a fever, really'
    },
  })
  stream.write(new Float32Array(16_000))
  expect(await stream.finish()).toEqual({ text: 'a fever, really', understood: true })
  expect(asked.filter((entry) => entry.endsWith('begin'))).toHaveLength(3)
})

test('speech is recognised again at another speed if the first pass found no words', async () => {
  let hearings = 0
  const { stream } = openStream(
    (_, request) => {
      if (request.do !== 'finish') return Promise.resolve({ did: 'done' })
      hearings += 1
      const text = hearings === 3 ? 'a fever' : ''
      return Promise.resolve({ did: 'finish', text, understood: text !== '', strangeness: 4, voice: undefined })
    },
    {
      isDoubtful: () => true,
      makeSense: ({ words }) => Promise.resolve(words),
    },
  )
  stream.write(new Float32Array(16_000))
  expect(await stream.finish()).toEqual({ text: 'a fever', understood: true })
})
