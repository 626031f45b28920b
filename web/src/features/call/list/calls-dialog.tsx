import { CALL_PROMISE } from '../../../lib/call-promise.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CallList } from './call-list.tsx'
import { ScreenQueries } from '../../../ui/queries.tsx'

interface CallsDialogProps {
  onClose: () => void
  onOpenCatalogue: () => void
}

/** A dialog with the person's own calls and their transcripts. */
export function CallsDialog({ onClose, onOpenCatalogue }: CallsDialogProps) {
  return (
    <Dialog onClose={onClose} title="Your calls" description={CALL_PROMISE}>
      <ScreenQueries>
        <CallList onOpenCatalogue={onOpenCatalogue} />
      </ScreenQueries>
    </Dialog>
  )
}
