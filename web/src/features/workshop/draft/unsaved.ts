import type { AssistantForm } from '../../assistants/assistants.ts'

/**
 * Changes that could not be saved when their workshop was left, by the assistant's id: as long as the page lives, they
 * come back with the workshop, and the browser asks before the page is closed.
 */
export const UNSAVED = new Map<string, { form: AssistantForm; version: number }>()

// Pages are prerendered on the server, where there is no window.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', (event) => {
    if (UNSAVED.size > 0) event.preventDefault()
  })
}
