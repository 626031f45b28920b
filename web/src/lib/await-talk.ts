import { TALK_POLLING, type TalkPanel } from '#contract/avatar-steps.ts'
import type { Talk } from '#contract/avatars.ts'
import { ApiProblem } from './api-problem.ts'

export interface AwaitTalkOptions {
  panel: TalkPanel
  /** Where the video is now. @throws ApiProblem */
  read: (talkId: string) => Promise<Talk>
  /** May reject, which ends it all. */
  wait: (ms: number) => Promise<void>
  onLook?: (talk: Talk) => void
  nowMs?: () => number
}

/** However short a time the server names, it is not asked more often. */
const AT_MOST_EVERY_MS = 500

/**
 * Asks for a talking video until it is over, as often as the server says; in vain, for as long as the specification gives
 * it: so many times at its own interval (section 9), or more often within the same total time. Null: that time is up.
 * @throws ApiProblem where the server is out of reach, knows the viewer no longer or the video not at all
 */
export async function awaitTalk(talk: Talk, options: AwaitTalkOptions): Promise<Talk | null> {
  const { panel, read, wait, onLook, nowMs = () => performance.now() } = options
  const { everyMs, times } = TALK_POLLING[panel]
  const endsAtMs = nowMs() + everyMs * times
  let now = talk
  while (now.askAgainMs !== null) {
    onLook?.(now)
    const pauseMs = Math.max(AT_MOST_EVERY_MS, now.askAgainMs)
    if (nowMs() + pauseMs > endsAtMs) return null
    await wait(pauseMs)
    try {
      now = await read(now.id)
    } catch (error) {
      // A look that fails is no failure of the video; the next one may tell.
      if (!(error instanceof ApiProblem) || error.status < 500) throw error
    }
  }
  return now
}
