import type { AssistantForm } from '../../assistants/assistants.ts'

/**
 * Unsaved changes of workshops that were left, by assistant id. They are restored when the workshop is opened again in
 * the same page, and until then the browser asks before the page is closed.
 */
export const UNSAVED = new Map<string, { form: AssistantForm; version: number }>()

// `window` is absent while pages are prerendered.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', (event) => {
    if (UNSAVED.size > 0) event.preventDefault()
  })
}
