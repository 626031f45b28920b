/** What the screens of own assistants offer to other features: the workshop is made of them. */
export { DeleteAssistantDialog } from './own/delete-assistant-dialog.tsx'
export { OwnHearingDetails } from './own/own-hearing-details.tsx'
export { standingWords, STATUS_BADGE } from './own/standing.ts'
export { pauseAssistant, readAssistant, resumeAssistant } from './own/studio-client.ts'
export { formOf } from './form/send-assistant.ts'
export { prepareTry, type RenderConversation } from './form/test/try-assistant.ts'
