// The parts of the call feature that other features need. Routes import the large parts directly, so that each loads on
// demand.
export { createCallStore } from './engine/call-store.ts'
export { isOn, type CallState } from './engine/call-state.ts'
export type { WatchedCall } from './engine/voice-call.ts'
export { useBuiltinCall } from './panel/use-call.ts'
export type { CallPartner } from './panel/talking-face.tsx'
export type { TryConversationProps } from './try/try-conversation.tsx'
export { VoicePanel } from './panel/voice-panel.tsx'
