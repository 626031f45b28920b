import { CATALOGUE, CATEGORIES, type CatalogueAssistant } from '#contract/catalogue.ts'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { AssistantCard } from './assistant-card.tsx'
import { inCategory } from './may-talk-to.ts'

interface CatalogueDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Signed in, or holding the local team flag. */
  mayTalk: boolean
  onTalk: (assistant: CatalogueAssistant) => void
}

const CHIP =
  'min-h-9 shrink-0 rounded-full border border-line px-3.5 text-[0.875rem] font-medium text-ink-soft hover:border-ink hover:text-ink ' +
  'aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper'

/** All assistants, to choose one to talk with. */
export function CatalogueDialog({ open, onOpenChange, mayTalk, onTalk }: CatalogueDialogProps) {
  const [category, setCategory] = useState<string | null>(null)
  const shown = inCategory(CATALOGUE, category)

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="AI Assistants"
      description="Choose somebody to talk with. Each of them is an AI that knows one field."
      width="wide"
    >
      <div
        role="group"
        aria-label="Show a field"
        className="-mx-5 flex gap-2 overflow-x-auto px-5 pb-1 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        <button type="button" aria-pressed={category === null} className={CHIP} onClick={() => setCategory(null)}>
          All fields
        </button>
        {CATEGORIES.map((label) => (
          <button
            key={label}
            type="button"
            aria-pressed={category === label}
            className={CHIP}
            onClick={() => setCategory(label)}
          >
            {label}
          </button>
        ))}
      </div>
      <ul aria-label="Assistants" className="mt-5 grid gap-4 min-[30rem]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {shown.map((assistant) => (
          <li key={assistant.id}>
            <AssistantCard
              assistant={assistant}
              mayTalk={mayTalk}
              onTalk={onTalk}
              onLeave={() => onOpenChange(false)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
