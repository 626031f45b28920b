import type { OwnAssistant } from '#contract/own-assistant.ts'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { useBusy } from '../../../lib/use-busy.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { failureWords } from '../../../lib/api-problem.ts'

interface DeleteAssistantDialogProps {
  assistant: OwnAssistant
  onClose: () => void
  onDeleted: () => void
}

/** Says what will be deleted before the person confirms. */
export function DeleteAssistantDialog({ assistant, onClose, onDeleted }: DeleteAssistantDialogProps) {
  const { id, name } = assistant
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState('')

  const remove = async () => {
    try {
      await api.api['own-assistants'][':id'].$delete({ param: { id } })
      notify({ kind: 'success', title: `${name} is deleted` })
      onDeleted()
    } catch (error) {
      setProblem(failureWords(error, `${name} could not be deleted. Nothing was changed; please try again.`))
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={`Delete ${name}?`}
      description="This cannot be undone."
      width="narrow"
      staysOnShade
    >
      <p>
        Its photo, texts and knowledge are deleted, and so are the messages, appointments and conversations that its
        visitors left. Its page stops working, and visitors with a coming appointment get an email that it is canceled.
        Visitors with an account keep their own calls. To keep it for later, pause it instead.
      </p>
      <p role="alert" className="mt-4 font-medium text-danger empty:hidden">
        {problem}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2.5">
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="primary" aria-disabled={isBusy} onClick={() => void run(remove)}>
          {isBusy ? 'Deleting...' : 'Delete'}
        </Button>
      </div>
    </Dialog>
  )
}
