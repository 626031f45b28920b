import type { OwnAssistantDetail } from '#contract/own-assistant.ts'
import type { RenderConversation } from '../assistants/assistants.ts'
import type { Draft } from './draft/use-draft.ts'

/** The props of every tab in the workshop. In a file of their own, since the list of tabs imports the tabs. */
export interface WorkshopTabProps {
  /** The published assistant and its owner's plan. */
  assistant: OwnAssistantDetail
  /** The draft: the name, the knowledge and everything else that gets published. */
  draft: Draft
  /** Called when part of the assistant was saved, so that the workshop reads it again. */
  onSaved: () => void
  renderConversation: RenderConversation
  onDeleted: () => void
}
