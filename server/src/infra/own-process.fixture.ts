import { answerParent, watchMemory } from './answer-parent.ts'

export type FixtureJob = 'environment' | 'loop' | 'buffers' | 'heap' | 'crash' | 'throw'

/** A parser as bad as can be: does what the job of own-process.test.ts says, without ever yielding. */
answerParent(async (job: FixtureJob) => {
  watchMemory()
  const held: unknown[] = []
  switch (job) {
    case 'environment':
      // oxlint-disable-next-line node/no-process-env -- the test is about the variables of this process
      return Object.keys(process.env)
    case 'loop':
      for (;;);
    case 'buffers':
      for (;;) held.push(Buffer.alloc(64 * 1024 * 1024, 1))
    case 'heap':
      for (;;) held.push(Array.from({ length: 1_000 }, () => ({})))
    case 'crash':
      process.kill(process.pid, 'SIGSEGV')
      for (;;);
    case 'throw':
      throw new Error('as the test wants it')
  }
})
