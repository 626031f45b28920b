import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface TalkDialogProps {
  assistant: CatalogueAssistant
  open: boolean
  onOpenChange: (open: boolean) => void
  onCallEnded?: () => void
}

export function TalkDialog({ assistant, open, onOpenChange }: TalkDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Talk with ${assistant.name}`}>
      <p>{assistant.description}</p>
    </Dialog>
  )
}
