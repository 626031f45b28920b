import { OwnHearingDetails } from '../../assistants/assistants.ts'
import type { WorkshopTabProps } from '../workshop-tabs.ts'

/** What the assistant knows. */
export function KnowledgeTab({ assistant }: WorkshopTabProps) {
  return <OwnHearingDetails knowledge={assistant.knowledge} />
}
