import { createListeners } from './listeners.ts'

/** Notifies the lists of own assistants on this page that something has changed. */
export const ownAssistantsChanged = createListeners()
