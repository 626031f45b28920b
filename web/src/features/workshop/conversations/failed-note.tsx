import { failureWords } from '../../../lib/api-problem.ts'
import { Button } from '../../../ui/button.tsx'

interface FailedNoteProps {
  error: unknown
  /** Where the failure itself has no words. */
  otherwise: string
  onTryAgain: () => void
}

/** In place of what could not be loaded. */
export function FailedNote({ error, otherwise, onTryAgain }: FailedNoteProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{failureWords(error, otherwise)}</p>
      <Button onClick={onTryAgain}>Try Again</Button>
    </div>
  )
}
