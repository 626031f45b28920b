import type { AssistantChange } from '#contract/own-assistant-changes.ts'
import { useState } from 'react'
import { failureWords } from '../../../lib/api-problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ChangeList } from './change-list.tsx'
import { changeCount } from './change-words.ts'

interface CompareDialogProps {
  changes: readonly AssistantChange[]
  published: number
  /** True while the draft is being published. */
  isBusy: boolean
  onPublish: () => void
  onDiscard: () => Promise<unknown>
  onClose: () => void
}

export function CompareDialog({ changes, published, isBusy, onPublish, onDiscard, onClose }: CompareDialogProps) {
  const [isSure, setSure] = useState(false)
  const [problem, setProblem] = useState('')
  const discard = () => {
    if (!isSure) {
      setSure(true)
      return
    }
    onDiscard().then(onClose, (error: unknown) =>
      setProblem(failureWords(error, 'The draft could not be discarded. Nothing was changed; please try again.')),
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title={`${changeCount(changes.length)} since version ${published}`}
      description={`Callers hear version ${published} until you publish.`}
    >
      <ChangeList changes={changes} />
      <p role="alert" className="mt-4 font-medium text-danger empty:hidden">
        {problem}
      </p>
      <div className="mt-7 flex flex-wrap items-center justify-end gap-2.5 border-t border-line pt-5">
        <p role="status" className="mr-auto empty:hidden">
          {isSure ? 'These changes will be gone. Press again to discard them.' : ''}
        </p>
        <Button onClick={discard}>{isSure ? 'Discard for good' : 'Discard draft'}</Button>
        <Button kind="primary" aria-disabled={isBusy} onClick={onPublish}>
          {isBusy ? 'Publishing…' : 'Publish'}
        </Button>
      </div>
    </Dialog>
  )
}
