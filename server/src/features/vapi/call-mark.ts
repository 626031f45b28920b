import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '../../infra/secrets.ts'
import type { VapiCall } from '../../vendors/vapi-api.ts'

export const MARK_NAME = 'voxhall'

export type CallMarks = ReturnType<typeof createCallMarks>

/**
 * The mark that a granted call carries through Vapi and back: our id of the call, signed, since it passes through a
 * browser. A permit is a mark of another kind: with it, a browser asks this server to make the call at Vapi. Vapi's
 * reports can't use permits.
 */
export function createCallMarks(secret: string) {
  function signedBy(purpose: 'call' | 'permit') {
    const signature = (callId: string) =>
      createHmac('sha256', secret).update(`vapi ${purpose} ${callId}`).digest().subarray(0, 24).toString('base64url')
    return {
      of: (callId: string) => `${callId}.${signature(callId)}`,
      read(mark: string): string | undefined {
        const at = mark.lastIndexOf('.')
        const callId = mark.slice(0, at)
        return at > 0 && isSameSecret(mark.slice(at + 1), signature(callId)) ? callId : undefined
      },
    }
  }
  const marks = signedBy('call')

  return {
    of: marks.of,
    permits: signedBy('permit'),
    /** Our id of the call; undefined for a call at Vapi that was not granted here. */
    read(call: VapiCall, more?: VapiCall['assistant']): string | undefined {
      // Vapi's reports contain the overrides both separately and merged into the assistant.
      for (const place of [call.assistantOverrides, call.assistant, more]) {
        const mark = z.string().max(300).safeParse(place?.metadata?.[MARK_NAME])
        const callId = mark.success ? marks.read(mark.data) : undefined
        if (callId !== undefined) return callId
      }
      return undefined
    },
  }
}
