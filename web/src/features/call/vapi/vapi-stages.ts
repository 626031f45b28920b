import { START_STAGES, type StartProgress, type StartStage } from '../engine/start-stages.ts'
import type { VapiProgress } from './vapi-messages.ts'

/**
 * Tells the stages of a start in the specification's order and form, which the SDK keeps only in part.
 * Nothing is told any more once the signal was raised.
 */
export function createVapiStages(signal: AbortSignal, report: (progress: StartProgress) => void) {
  let open: { stage: StartStage; atMs: number } | null = null

  function complete(durationMs: number | undefined, skipped: boolean): void {
    if (open === null) return
    const { stage, atMs } = open
    open = null
    report({ stage, status: 'completed', durationMs: Math.round(durationMs ?? performance.now() - atMs), skipped })
  }

  function enter(stage: StartStage): void {
    if (signal.aborted || open?.stage === stage) return
    // Some stages of the SDK are begun and never said to be over.
    complete(undefined, false)
    open = { stage, atMs: performance.now() }
    report({ stage, status: 'started' })
  }

  function failed(error: unknown): void {
    if (signal.aborted || open === null) return
    const { stage, atMs } = open
    open = null
    report({ stage, status: 'failed', durationMs: Math.round(performance.now() - atMs), error })
  }

  return {
    enter,
    failed,
    follow({ stage: name, status, duration, metadata }: VapiProgress): void {
      const stage = START_STAGES.find((known) => known === name)
      // These two began before the SDK was there.
      if (stage === undefined || stage === 'validation' || stage === 'initialization') return
      enter(stage)
      if (status === 'completed') complete(duration, metadata?.action?.startsWith('skipped') ?? false)
      if (status === 'failed') failed(metadata?.error ?? new Error(`${stage} failed`))
    },
  }
}
