import type { ComponentProps } from 'react'
import type { TryConversation } from '../features/call/try/try-conversation.tsx'
import { LoadBoundary } from '../ui/load-boundary.tsx'
import { onDemand } from '../ui/on-demand.tsx'

const CONVERSATION = onDemand(async () => (await import('../features/call/try/try-conversation.tsx')).TryConversation)

/** Connects the form of an own assistant with the trial conversation, which belongs to another feature. */
export function renderTry(props: ComponentProps<typeof TryConversation>) {
  return (
    <LoadBoundary onFailure={props.onExit}>
      <CONVERSATION.Component {...props} />
    </LoadBoundary>
  )
}
