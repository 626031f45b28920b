import { CATALOGUE, type CatalogueAssistant } from '#contract/catalogue.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { AssistantCard } from './assistant-card.tsx'
import { CatalogueFilter } from './catalogue-filter.tsx'
import { findAssistants, type AssistantSearch } from './find-assistants.ts'

interface CatalogueDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Signed in, or holding the local team flag. */
  mayTalk: boolean
  /** To the call, or for somebody who may not yet, to signing up. */
  onTalk: (assistant: CatalogueAssistant) => void
}

const EVERYBODY: AssistantSearch = { words: '', category: null }

/** All assistants, to choose one to talk with. */
export function CatalogueDialog({ open, onOpenChange, mayTalk, onTalk }: CatalogueDialogProps) {
  const [search, setSearch] = useState(EVERYBODY)
  const shown = findAssistants(CATALOGUE, search)

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="AI Assistants"
      description="Choose an assistant to talk with. Each one is an AI that knows one field."
      width="wide"
    >
      {/* As tall for one as for all, so that nothing jumps while somebody types. */}
      <div className="sm:min-h-[70dvh]">
        <CatalogueFilter search={search} onChange={setSearch} />
        <p role="status" className="mt-4 text-[0.9375rem] text-ink-soft">
          {countLine(shown.length)}
        </p>
        {shown.length === 0 ? (
          <NobodyFound onReset={() => setSearch(EVERYBODY)} />
        ) : (
          <ul aria-label="Assistants" className="mt-3 grid gap-4 min-[34rem]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
            {shown.map((assistant) => (
              <li key={assistant.id}>
                <AssistantCard assistant={assistant} mayTalk={mayTalk} onTalk={onTalk} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function countLine(count: number): string {
  if (count === CATALOGUE.length) return `All ${count} assistants`
  return count === 1 ? '1 assistant' : `${count} assistants`
}

function NobodyFound({ onReset }: { onReset: () => void }) {
  return (
    <div className="grid justify-items-center pt-8 pb-6 text-center">
      <div aria-hidden className="arch w-28 border border-line" />
      <p className="mt-5 font-display text-2xl font-semibold tracking-tight">No assistant matches that</p>
      <p className="mt-2 max-w-[44ch] text-ink-soft">
        Try fewer or different words, such as “budget”, “pasta” or “homework”, or look through all fields.
      </p>
      <Button className="mt-5" onClick={onReset}>
        Show all assistants
      </Button>
    </div>
  )
}
