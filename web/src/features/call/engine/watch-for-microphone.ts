import type { MicrophoneStatus } from './microphone-status.ts'

/**
 * Calls back when a microphone that was missing, taken or blocked may be had now: it was plugged in or freed, or the
 * caller has allowed it in the browser's own settings, so that no button needs to be pressed. Returns the way to stop.
 */
export function watchForMicrophone(status: () => MicrophoneStatus, onMayWork: () => void): () => void {
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
