import type { CatalogueAssistant } from '#contract/catalogue.ts'
import type { CallEngines } from '#contract/vapi.ts'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PanelAlert } from '../../../ui/panel-alert.tsx'
import { LoadingText, WaitingRoom } from '../../../ui/waiting-room.tsx'
import { agentScript, loadAgent } from './agent-script.ts'
import type { FramedCall } from './framed-call.ts'

/** How many times an agent was loaded in this page, in any dialog. */
let openings = 0

interface AgentPanelProps {
  assistant: CatalogueAssistant
  call: FramedCall
  /** The engines of the deployment; undefined until they are known, null when they could not be read. */
  engines: CallEngines | null | undefined
  /** Called when the agent has loaded. */
  onReady: () => void
  /** Called when the person closes the panel, by the keyboard or from within the frame. */
  onClose: () => void
}

/** An agent loaded by a script: D-ID's or our own. */
export function AgentPanel({ assistant, call, engines, onReady, onClose }: AgentPanelProps) {
  const { id, name } = assistant
  const targetId = useId()
  const target = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const close = useEffectEvent(onClose)
  const ready = useEffectEvent(() => {
    setState('ready')
    onReady()
  })

  useEffect(() => {
    const place = target.current
    if (place === null || engines === undefined) return
    const abort = new AbortController()
    const { signal } = abort
    setState('loading')
    place.addEventListener('voxhall:call', (event) => event instanceof CustomEvent && call.receive(event.detail), {
      signal,
    })
    place.addEventListener('voxhall:close', () => close(), { signal })
    // If they could not be read, our own agent is loaded, which needs no settings.
    const didAgent = engines?.didAgent ?? null
    const script = agentScript(didAgent, { assistantId: id, label: `Talk with ${name}`, targetId, opening: openings })
    openings += 1
    const unload = loadAgent(script, place, { ready: () => ready(), failed: () => setState('failed') })
    return () => {
      abort.abort()
      unload()
    }
  }, [attempt, call, engines, id, name, targetId])

  return (
    <div className="relative h-full sm:min-h-120">
      <div ref={target} id={targetId} hidden={state === 'failed'} className="h-full sm:min-h-120" />
      {state === 'ready' ? <DialogEnd /> : null}
      {state === 'ready' ? null : (
        // Covers the agent while it loads.
        <div className="absolute inset-0 bg-paper">
          <WaitingRoom assistant={assistant}>
            {state === 'loading' ? (
              <LoadingText>Loading AI Agent...</LoadingText>
            ) : (
              <PanelAlert title="Failed to load D-ID agent. Please try again." serious>
                <Button size="dense" className="mt-2.5" onClick={() => setAttempt((count) => count + 1)}>
                  Try Again
                </Button>
              </PanelAlert>
            )}
          </WaitingRoom>
        </div>
      )}
    </div>
  )
}

/**
 * The last stop of the Tab key in the dialog; it passes the focus on to the first. The dialog keeps the focus between
 * the first and the last control that it finds, and it finds none in the agent's frame or shadow tree: without this
 * stop, the close button would be both, and the keyboard would not reach the agent. Backwards from the first, the focus
 * stays here, and the next step leads into the agent.
 */
function DialogEnd() {
  const firstOf = (end: Element) => end.closest('[role="dialog"]')?.querySelector('button')
  return (
    <button
      type="button"
      className="sr-only focus:not-sr-only focus:absolute focus:right-3 focus:bottom-3 focus:rounded-full focus:bg-ink focus:px-4 focus:py-2 focus:text-paper"
      onFocus={({ currentTarget, relatedTarget }) => {
        const first = firstOf(currentTarget)
        if (relatedTarget !== first) first?.focus()
      }}
      onClick={({ currentTarget }) => firstOf(currentTarget)?.focus()}
    >
      To the start of the dialog
    </button>
  )
}
