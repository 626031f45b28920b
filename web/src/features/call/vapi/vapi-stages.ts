import { START_STAGES, type StartProgress, type StartStage } from '../engine/start-stages.ts'
import type { VapiProgress } from './vapi-messages.ts'

/**
 * Reports the stages of a start in the specification's order and form, from which the SDK's own events deviate. Reports
 * nothing after the signal was aborted.
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
    // The SDK does not report the end of every stage, so the next stage completes the open one.
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
      // These two stages were reported before the SDK was loaded.
      if (stage === undefined || stage === 'validation' || stage === 'initialization') return
      enter(stage)
      if (status === 'completed') complete(duration, metadata?.action?.startsWith('skipped') ?? false)
      if (status === 'failed') failed(metadata?.error ?? new Error(`${stage} failed`))
    },
  }
}
