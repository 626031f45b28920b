import type { WebSocket } from 'ws'

const PING_EVERY_MS = 1_000
/** A phone that changes its cell is silent for a second or two, which must not end its call. */
const DEAD_AFTER_MS = 4_000

/**
 * Terminates a socket whose other end has disappeared, so that its call ends within five seconds and uses no more
 * minutes. A frame, an answer to a ping, and shrinking unsent data are signs of life. Stops when the socket closes.
 */
export function cutWhenDead(socket: WebSocket): void {
  let seenAtMs = performance.now()
  let checkedAtMs = seenAtMs
  let unsentBytes = 0
  const seen = (): void => void (seenAtMs = performance.now())

  const timer = setInterval(() => {
    const nowMs = performance.now()
    const stoodStill = nowMs - checkedAtMs > 2 * PING_EVERY_MS
    checkedAtMs = nowMs
    // After a pause of this process, and while it does not read this socket, what has arrived is not read yet. On a slow
    // line, pings wait behind audio, so shrinking unsent data counts too.
    if (stoodStill || socket.isPaused || socket.bufferedAmount < unsentBytes) seen()
    unsentBytes = socket.bufferedAmount
    if (nowMs - seenAtMs > DEAD_AFTER_MS) return socket.terminate()
    socket.ping()
  }, PING_EVERY_MS)

  socket.on('pong', seen)
  socket.on('message', seen)
  socket.on('close', () => clearInterval(timer))
}
