import { formOf, prepareTry } from '../../assistants/assistants.ts'
import type { WorkshopTabProps } from '../workshop-tabs.ts'

/** The assistant, talked with by its owner. */
export function TalkTab({ assistant, renderConversation }: WorkshopTabProps) {
  const { id, name, photoUrl, photoFace } = assistant
  return renderConversation({
    assistant: { id, name, image: photoUrl, photoFace },
    prepare: (signal) => prepareTry(formOf(assistant), signal),
    onExit: () => undefined,
  })
}
