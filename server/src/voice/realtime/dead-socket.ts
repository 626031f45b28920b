import type { WebSocket } from 'ws'

const PING_EVERY_MS = 1_000
/** A phone that changes its cell is silent for a second or two; its call goes on. */
const DEAD_AFTER_MS = 4_000

/**
 * Cuts a socket whose other end has gone without a word, so that its call ends and its minutes stop within five seconds.
 * Any frame, an answered ping, or unsent data that gets less is a sign of life. Stops by itself when the socket closes.
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
    // After a pause of this process the frames of that time are still to be read. On a slow line pings wait behind sound.
    if (stoodStill || socket.bufferedAmount < unsentBytes) seen()
    unsentBytes = socket.bufferedAmount
    if (nowMs - seenAtMs > DEAD_AFTER_MS) return socket.terminate()
    socket.ping()
  }, PING_EVERY_MS)

  socket.on('pong', seen)
  socket.on('message', seen)
  socket.on('close', () => clearInterval(timer))
}
