import { CALL_PROMISE } from '../../../lib/call-promise.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CallList } from './call-list.tsx'
import { ScreenQueries } from '../../../ui/queries.tsx'

interface CallsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onOpenCatalogue: () => void
}

/** A dialog with the person's own calls and their transcripts. */
export function CallsDialog({ open, onOpenChange, onOpenCatalogue }: CallsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Your calls" description={CALL_PROMISE}>
      <ScreenQueries>
        <CallList onOpenCatalogue={onOpenCatalogue} />
      </ScreenQueries>
    </Dialog>
  )
}
