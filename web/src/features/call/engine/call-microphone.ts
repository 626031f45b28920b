import type { CallAudio } from '../audio/call-audio.ts'
import type { Microphone } from '../audio/microphone.ts'
import {
  type MicrophoneEvent,
  microphoneProblemOf,
  type MicrophoneStatus,
  nextMicrophoneStatus,
} from './microphone-status.ts'

export interface CallMicrophoneOptions {
  audio: Pick<CallAudio, 'openMicrophone'>
  onStatus: (status: MicrophoneStatus) => void
  onFrame: (frame: Int16Array) => void
  /** Noise cancellation was turned off, since it broke; the microphone goes on. */
  onFallback: () => void
}

/** A device that is silenced for a blink (a switch of headsets) is no news. */
const SILENCED_AFTER_MS = 1_500

/** The microphone of one call: asked for, lost, found again. A call never ends for want of one. */
export function createCallMicrophone(options: CallMicrophoneOptions) {
  let status: MicrophoneStatus = { state: 'unasked' }
  let open: Microphone | null = null
  let muted = false
  let noiseSuppression = true
  /** Answers to earlier questions are not ours any more. */
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

  /** Unplugged: another device may take over by itself; if none does, the person is told. */
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
    // It breaks without noise cancellation too: by itself it would go on breaking for ever.
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
    /** Resolves when the person, or the browser, has answered; never rejects. */
    async ask(): Promise<void> {
      // Silenced, but still in our hands: a fresh one is opened.
      if (status.state === 'error' && open !== null) letGo()
      await ask()
    },
    setMuted(now: boolean): void {
      muted = now
      open?.setEnabled(!now)
    },
    /** Switched off and given back; `ask` opens it again. */
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
 * Calls back when a microphone that was missing, taken or blocked may be had now: it was plugged in or freed, or the
 * caller has allowed it in the browser's own settings, so that no button needs to be pressed. Returns the way to stop.
 */
function watchForMicrophone(status: () => MicrophoneStatus, onMayWork: () => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  // Both are absent on pages that are not secure, and in tests.
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
  // Some browsers know no permission of this name; the button is there for their people.
  watchPermission().catch(() => undefined)

  return () => stopping.abort()
}
