import type { ServerEvent } from '#contract/realtime.ts'

/** What to do on each event of the server; events without a handler are nobody's business here. */
export type ServerEventHandlers = {
  readonly [Type in ServerEvent['type']]?: (event: Extract<ServerEvent, { type: Type }>) => void
}

export function handleServerEvent(handlers: ServerEventHandlers, event: ServerEvent): void {
  // TypeScript can't see that a handler found by an event's type takes that event.
  const handler = handlers[event.type] as ((event: ServerEvent) => void) | undefined
  handler?.(event)
}
