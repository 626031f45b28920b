import type { AssistantDefinition } from '#contract/assistant.ts'
import { DEMO_CALL_LIMIT_MS } from '#contract/calls.ts'
import type { callLines, calls } from '../../server/src/infra/db/schema/calls.ts'
import type { Dice } from './dice.ts'

type Call = typeof calls.$inferInsert
type Line = typeof callLines.$inferInsert

export interface PastCall {
  call: Call
  lines: Line[]
}

interface CallFacts {
  userId: string
  at: Date
  durationMs: number
  /** Demo calls end after a minute. */
  isDemo: boolean
}

/** A finished call, in which the assistant says lines from its real knowledge. */
export function pastCall(
  dice: Dice,
  assistant: AssistantDefinition,
  { userId, at, durationMs, isDemo }: CallFacts,
): PastCall {
  const id = `call_${dice.uuid()}`
  const heldMs = isDemo ? Math.min(durationMs, DEMO_CALL_LIMIT_MS) : durationMs
  return {
    call: {
      id,
      userId,
      assistantId: assistant.id,
      status: 'ended',
      endReason: isDemo && heldMs === DEMO_CALL_LIMIT_MS ? 'limit-reached' : 'person-ended',
      limitMs: isDemo ? DEMO_CALL_LIMIT_MS : null,
      durationMs: heldMs,
      // The hash of no existing token, so that the call cannot be joined.
      tokenHash: `seed-${id}`,
      tokenExpiresAt: new Date(at.getTime() + 60_000),
      createdAt: at,
      startedAt: at,
      heartbeatAt: new Date(at.getTime() + heldMs),
      endedAt: new Date(at.getTime() + heldMs),
    },
    lines: linesOf(id, dice, assistant, heldMs),
  }
}

function linesOf(callId: string, dice: Dice, assistant: AssistantDefinition, heldMs: number): Line[] {
  const turns = Math.max(1, Math.min(4, Math.floor(heldMs / 18_000)))
  const asked = Array.from({ length: turns }, () => dice.one(assistant.knowledge))
  const said: { role: Line['role']; content: string }[] = [
    { role: 'assistant', content: assistant.firstMessage },
    ...asked.flatMap(({ question, answer }) => [
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: answer },
    ]),
  ]
  const stepMs = heldMs / (said.length + 1)
  return said.map((line, position) => ({
    ...line,
    callId,
    itemId: `item_${position}`,
    position,
    atMs: Math.round(stepMs * position),
  }))
}
