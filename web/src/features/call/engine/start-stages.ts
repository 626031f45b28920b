/**
 * The stages of starting a call, in the specification's order and by its names. What the built-in engine does at each:
 *
 *   validation                   an assistant was named
 *   initialization               the audio worklets are loaded into contexts that the click opened
 *   web-call-creation            POST /api/calls
 *   daily-call-object-creation   loudspeaker, captions and socket client are put together
 *   mobile-permissions           the microphone is asked for (phones wait a second first)
 *   daily-call-join              the socket is open and the session has begun
 *   video-recording-setup        nothing: no video is recorded
 *   audio-observer-setup         the level of the assistant's sound is watched
 *   audio-processing-setup       the microphone, with echo and noise cancelled, flows into the call
 */
export const START_STAGES = [
  'validation',
  'initialization',
  'web-call-creation',
  'daily-call-object-creation',
  'mobile-permissions',
  'daily-call-join',
  'video-recording-setup',
  'audio-observer-setup',
  'audio-processing-setup',
] as const

export type StartStage = (typeof START_STAGES)[number]

export type StartProgress =
  | { stage: StartStage; status: 'started' }
  | { stage: StartStage; status: 'completed'; durationMs: number; skipped: boolean }
  | { stage: StartStage; status: 'failed'; durationMs: number; error: unknown }

/** On phones, the permission prompt needs a moment before the call joins (spec section 9). */
export const MOBILE_PERMISSION_WAIT_MS = 1_000

/** Thrown by a stage when the attempt was given up meanwhile. */
export class AttemptOver extends Error {
  constructor() {
    super('this attempt to start a call is over')
    this.name = 'AttemptOver'
  }
}

/** Reports the beginning and end of each stage. Throws when the stages are run out of order, which would be a bug. */
export function createStageRunner(signal: AbortSignal, report: (progress: StartProgress) => void) {
  let next = 0

  function enter(stage: StartStage): void {
    if (signal.aborted) throw new AttemptOver()
    if (START_STAGES[next] !== stage) throw new Error(`stage ${stage} is out of order`)
    next += 1
    report({ stage, status: 'started' })
  }

  return {
    /** @throws what the work throws, after the stage was reported as failed; AttemptOver when the signal was aborted */
    async run<Result>(stage: StartStage, work: () => Result | Promise<Result>): Promise<Result> {
      enter(stage)
      const startedAtMs = performance.now()
      const durationMs = () => Math.round(performance.now() - startedAtMs)
      try {
        const result = await work()
        if (signal.aborted) throw new AttemptOver()
        report({ stage, status: 'completed', durationMs: durationMs(), skipped: false })
        return result
      } catch (error) {
        if (signal.aborted) throw new AttemptOver()
        report({ stage, status: 'failed', durationMs: durationMs(), error })
        throw error
      }
    },
    skip(stage: StartStage): void {
      enter(stage)
      report({ stage, status: 'completed', durationMs: 0, skipped: true })
    },
  }
}
