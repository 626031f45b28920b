import { failureWords } from '../../../lib/api-problem.ts'
import { Button } from '../../../ui/button.tsx'

interface FailedNoteProps {
  error: unknown
  /** Shown when the error has no message of its own. */
  otherwise: string
  onTryAgain: () => void
}

/** Shown in place of data that could not be loaded. */
export function FailedNote({ error, otherwise, onTryAgain }: FailedNoteProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{failureWords(error, otherwise)}</p>
      <Button onClick={onTryAgain}>Try Again</Button>
    </div>
  )
}
