import type { OwnAssistantDetail } from '#contract/own-assistant.ts'
import type { RenderConversation } from '../assistants/assistants.ts'
import type { Draft } from './draft/use-draft.ts'

/** What every tab of the workshop is given. A file of its own, since the list of the tabs imports the tabs. */
export interface WorkshopTabProps {
  /** As it was published, with its plan. */
  assistant: OwnAssistantDetail
  /** What its owner is changing: the name, the knowledge and all else that is published. */
  draft: Draft
  /** Something of the assistant was saved: the workshop reads it again. */
  onSaved: () => void
  renderConversation: RenderConversation
  /** The assistant is gone. */
  onDeleted: () => void
}
