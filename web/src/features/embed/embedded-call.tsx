import type { ContinuedCall, StartCallResponse } from '#contract/calls.ts'
import type { FrameCallMessage } from '#contract/embed.ts'
import type { CallEngines } from '#contract/vapi.ts'
import { useEffect } from 'react'
import { api, successBody } from '../../lib/api.ts'
import { OpeningNote } from '../../ui/opening-note.tsx'
import { useBuiltinCall, VoicePanel, type CallPartner, type CallState } from '../call/call.ts'
import { askForTicket, isFramedByOthers, tellHost } from './frame-host.ts'

/** Opens in the top-level page instead of the frame. */
const SIGN_IN = { to: '/auth', target: '_top' }

const FRAME_PHASE: Record<CallState['phase'], FrameCallMessage['phase']> = {
  idle: 'idle',
  starting: 'starting',
  live: 'live',
  ended: 'idle',
  failed: 'idle',
}

interface EmbeddedCallProps {
  assistant: CallPartner
  /** Undefined until the server has told them; then the panel is shown. */
  engines: CallEngines | null | undefined
  isKnown: boolean
  /** The number of days for which the business keeps what is said; null when it does not keep it. */
  keptDays: number | null
}

/** A call in a frame. On our own site the caller is the viewer, on other sites an anonymous visitor. */
export function EmbeddedCall({ assistant, engines, isKnown, keptDays }: EmbeddedCallProps) {
  const call = useBuiltinCall(isFramedByOthers() ? requestEmbeddedCall : undefined)

  useEffect(() => {
    const tellCall = () => {
      const state = call.state()
      const endReason = state.phase === 'ended' ? state.reason : null
      tellHost({ type: 'voxhall:call', phase: FRAME_PHASE[state.phase], isDemo: state.isDemo, endReason })
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
    <>
      <h1 className="sr-only">{assistant.name}</h1>
      {engines === undefined ? (
        <OpeningNote />
      ) : (
        <VoicePanel
          assistant={assistant}
          call={call}
          engines={engines}
          keepsWords={isKnown && !isFramedByOthers()}
          keptDays={keptDays}
          signIn={isFramedByOthers() ? null : SIGN_IN}
        />
      )}
    </>
  )
}

/** Requests a call with a ticket of the surrounding site, by which the server checks that the site is allowed. */
async function requestEmbeddedCall(
  _assistantId: string,
  signal: AbortSignal,
  continued: ContinuedCall,
): Promise<StartCallResponse> {
  const ticket = await askForTicket(signal)
  return successBody(api.api.embed.calls.$post({ json: { ticket, ...continued } }, { init: { signal } }))
}
