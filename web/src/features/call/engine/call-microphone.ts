import type { CallAudio } from '../audio/call-audio.ts'
import type { Microphone } from '../audio/microphone.ts'
import {
  type MicrophoneEvent,
  microphoneProblemOf,
  type MicrophoneStatus,
  nextMicrophoneStatus,
} from './microphone-status.ts'

interface CallMicrophoneOptions {
  audio: Pick<CallAudio, 'openMicrophone'>
  onStatus: (status: MicrophoneStatus) => void
  onFrame: (frame: Int16Array) => void
  /** Noise cancellation failed and was turned off; the microphone keeps working. */
  onFallback: () => void
}

/** A shorter silence, as when switching headsets, is not reported. */
const SILENCED_AFTER_MS = 1_500

/**
 * The microphone of one call: requests it, and handles its loss and return. A call never ends for lack of a microphone.
 */
export function createCallMicrophone(options: CallMicrophoneOptions) {
  let status: MicrophoneStatus = { state: 'unasked' }
  let open: Microphone | null = null
  let muted = false
  let noiseSuppression = true
  /** Counts the requests, so that answers to earlier ones are ignored. */
  let asked = 0
  let closed = false
  let silencedTimer: ReturnType<typeof setTimeout> | undefined

  function tell(event: MicrophoneEvent): void {
    const next = nextMicrophoneStatus(status, event)
    if (next === status) return
    status = next
    options.onStatus(status)
  }

  function letGo(): void {
    asked += 1
    clearTimeout(silencedTimer)
    open?.close()
    open = null
  }

  async function ask(): Promise<void> {
    if (closed || open !== null || status.state === 'asking') return
    asked += 1
    const question = asked
    tell({ type: 'asked' })
    try {
      const microphone = await options.audio.openMicrophone(
        { noiseSuppression },
        {
          onFrame: options.onFrame,
          onEnded: () => question === asked && lost(),
          onSilenced: (silenced) => question === asked && silence(silenced),
          onProcessorError: () => question === asked && fallBack(),
        },
      )
      if (question !== asked) return microphone.close()
      open = microphone
      microphone.setEnabled(!muted)
      tell({ type: 'granted' })
    } catch (error) {
      if (question === asked) tell({ type: 'failed', reason: microphoneProblemOf(error) })
    }
  }

  /** The device was unplugged. Another one may replace it automatically; otherwise the person is told. */
  function lost(): void {
    letGo()
    tell({ type: 'failed', reason: 'missing' })
    void ask()
  }

  function silence(silenced: boolean): void {
    clearTimeout(silencedTimer)
    if (!silenced) return tell({ type: 'granted' })
    silencedTimer = setTimeout(() => tell({ type: 'failed', reason: 'in-use' }), SILENCED_AFTER_MS)
  }

  function fallBack(): void {
    letGo()
    // The processor fails even without noise cancellation, so it is not restarted again.
    if (!noiseSuppression) return tell({ type: 'failed', reason: 'unknown' })
    status = { state: 'unasked' }
    noiseSuppression = false
    options.onFallback()
    void ask()
  }

  const stopWatching = watchForMicrophone(
    () => status,
    () => {
      if (open !== null) letGo()
      void ask()
    },
  )

  return {
    /** Resolves when the person or the browser has answered the prompt; never rejects. */
    async ask(): Promise<void> {
      // A silenced microphone is still open; it is closed and a fresh one is opened.
      if (status.state === 'error' && open !== null) letGo()
      await ask()
    },
    setMuted(now: boolean): void {
      muted = now
      open?.setEnabled(!now)
    },
    /** Closes the microphone; `ask` opens it again. */
    release(): void {
      letGo()
      tell({ type: 'closed' })
    },
    close(): void {
      closed = true
      stopWatching()
      letGo()
    },
  }
}

/**
 * Calls back when a missing, occupied or blocked microphone may be available: it was plugged in or released, or the
 * caller has allowed it in the browser's settings. The caller then need not press a button.
 * @returns a function that stops the watch
 */
function watchForMicrophone(status: () => MicrophoneStatus, onMayWork: () => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  // Both are absent on insecure pages and in tests.
  const { mediaDevices, permissions } = (globalThis.navigator ?? {}) as {
    mediaDevices?: MediaDevices
    permissions?: Permissions
  }

  function tryAgainAfter(...problems: string[]): void {
    const now = status()
    if (now.state === 'error' && problems.includes(now.reason)) onMayWork()
  }

  mediaDevices?.addEventListener('devicechange', () => tryAgainAfter('missing', 'in-use'), { signal })

  async function watchPermission(): Promise<void> {
    if (permissions === undefined) return
    const permission = await permissions.query({ name: 'microphone' })
    permission.addEventListener(
      'change',
      () => {
        if (permission.state === 'granted') tryAgainAfter('blocked')
      },
      { signal },
    )
  }
  // Some browsers do not know the microphone permission; there, the caller uses the button.
  watchPermission().catch(() => undefined)

  return () => stopping.abort()
}
