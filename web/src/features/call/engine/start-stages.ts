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

type StartStage = (typeof START_STAGES)[number]

export type StartProgress =
  | { stage: StartStage; status: 'started' }
  | { stage: StartStage; status: 'completed'; durationMs: number; skipped: boolean }
  | { stage: StartStage; status: 'failed'; durationMs: number; error: unknown }

/** On phones, the permission prompt needs a moment before the call joins (spec section 9). */
export const MOBILE_PERMISSION_WAIT_MS = 1_000

export type StartStages = ReturnType<typeof createStartStages>

/** Reports the stages of one start. Nothing is reported once the signal was aborted. */
export function createStartStages(signal: AbortSignal, report: (progress: StartProgress) => void) {
  let open: { stage: StartStage; atMs: number } | null = null

  function close(): { stage: StartStage; durationMs: number } | null {
    if (signal.aborted || open === null) return null
    const { stage, atMs } = open
    open = null
    return { stage, durationMs: Math.round(performance.now() - atMs) }
  }

  function complete(skipped = false): void {
    const closed = close()
    if (closed !== null) report({ ...closed, status: 'completed', skipped })
  }

  return {
    /**
     * Completes the open stage and begins this one, unless it is open already.
     * @throws the reason of the signal when it was aborted
     */
    enter(stage: StartStage): void {
      signal.throwIfAborted()
      if (open?.stage === stage) return
      complete()
      open = { stage, atMs: performance.now() }
      report({ stage, status: 'started' })
    },
    complete,
    failed(error: unknown): void {
      const closed = close()
      if (closed !== null) report({ ...closed, status: 'failed', error })
    },
  }
}
