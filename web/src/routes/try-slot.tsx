import { useEffect } from 'react'
import type { TryConversationProps } from '../features/call/call.ts'
import { useCallEngines } from '../features/call/panel/use-call-engines.ts'
import { LoadBoundary } from '../ui/load-boundary.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { OpeningNote } from '../ui/opening-note.tsx'

const CONVERSATION = onDemand(async () => (await import('../features/call/try/try-conversation.tsx')).TryConversation)

/** Connects the form of an own assistant with the trial conversation, which belongs to another feature. */
export function renderTry(props: TryConversationProps) {
  return (
    <LoadBoundary onFailure={props.onExit}>
      <TrySlot {...props} />
    </LoadBoundary>
  )
}

function TrySlot(props: TryConversationProps) {
  const engines = useCallEngines()
  useEffect(() => CONVERSATION.prefetch(), [])
  return engines === undefined ? <OpeningNote /> : <CONVERSATION.Component {...props} engines={engines} />
}
