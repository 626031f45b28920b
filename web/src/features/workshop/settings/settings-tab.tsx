import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DeleteAssistantDialog } from '../../assistants/assistants.ts'
import type { WorkshopTabProps } from '../workshop-tabs.ts'

/** What the assistant is, and its end. */
export function SettingsTab({ assistant, onDeleted }: WorkshopTabProps) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Button onClick={() => setDeleting(true)}>Delete this assistant</Button>
      {isDeleting ? (
        <DeleteAssistantDialog assistant={assistant} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      ) : null}
    </>
  )
}
