import { startCallResponseSchema, type ContinuedCall, type StartCallResponse } from '#contract/calls.ts'
import type { FrameMessage } from '#contract/embed.ts'
import { useEffect, useState } from 'react'
import { apiFetch } from '../../lib/api-fetch.ts'
import { createBuiltinCall } from '../call/engine/builtin-call.ts'
import { browserDeps } from '../call/panel/browser-deps.ts'
import { useEndWithPage } from '../call/panel/use-call.ts'
import { VoicePanel, type TalkPartner } from '../call/panel/voice-panel.tsx'
import { askForTicket, isFramedByOthers, tellHost } from './frame-host.ts'

/** Of the page around the frame. */
const SIGN_IN = { to: '/auth', target: '_top' }

/** Talking with an assistant in a frame: on our own site as oneself, on others as somebody unknown. */
export function EmbeddedTalk({ assistant, isKnown }: { assistant: TalkPartner; isKnown: boolean }) {
  const [call] = useState(() =>
    createBuiltinCall(isFramedByOthers() ? { ...browserDeps, requestCall: requestEmbeddedCall } : browserDeps),
  )
  useEndWithPage(call)

  useEffect(() => {
    const tellCall = () => {
      const { phase, isDemo, ending } = call.view()
      tellHost({ type: 'voxhall:call', phase, isDemo, endReason: ending?.reason ?? null } satisfies FrameMessage)
    }
    tellHost({ type: 'voxhall:ready' })
    return call.on('change', tellCall)
  }, [call])
  useEffect(() => {
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) tellHost({ type: 'voxhall:close' })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <VoicePanel
      assistant={assistant}
      call={call}
      keepsWords={isKnown && !isFramedByOthers()}
      signIn={isFramedByOthers() ? null : SIGN_IN}
    />
  )
}

/** The site around the frame must be one that may; the server decides by the leave that it was given. */
async function requestEmbeddedCall(
  _assistantId: string,
  signal: AbortSignal,
  continued: ContinuedCall,
): Promise<StartCallResponse> {
  const ticket = await askForTicket(signal)
  const response = await apiFetch('/api/embed/calls', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket, ...continued }),
    signal,
  })
  return startCallResponseSchema.parse(await response.json())
}
