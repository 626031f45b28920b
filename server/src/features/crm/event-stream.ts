import type { CrmEvents } from './crm-events.ts'

/** Shorter than the idle timeout of common proxies. */
const HEARTBEAT_MS = 15_000
/** A stream ends after this time. The reader then opens another one, for which its role is checked again. */
const STREAM_LIFETIME_MS = 10 * 60_000

/**
 * Server-sent events: first `ready`, then a `changed` with the table's name for each change; comments serve as
 * heartbeats.
 */
export function eventStream(
  events: CrmEvents,
  { lifetimeMs = STREAM_LIFETIME_MS }: { lifetimeMs?: number } = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const ended = new AbortController()
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      const end = () => {
        if (ended.signal.aborted) return
        ended.abort()
        controller.close()
      }
      const heartbeat = setInterval(() => write(': beat\n\n'), HEARTBEAT_MS).unref()
      const lifetime = setTimeout(end, lifetimeMs).unref()
      ended.signal.addEventListener('abort', () => {
        clearInterval(heartbeat)
        clearTimeout(lifetime)
      })
      const stopWatching = events.watch({
        onChange: (topic) => write(`event: changed\ndata: ${topic}\n\n`),
        onClose: end,
      })
      if (ended.signal.aborted) return
      ended.signal.addEventListener('abort', stopWatching)
      write('event: ready\ndata:\n\n')
    },
    cancel: () => ended.abort(),
  })
}
