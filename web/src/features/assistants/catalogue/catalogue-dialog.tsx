import { useState } from 'react'
import { CATALOGUE, type CatalogueAssistant } from '#contract/catalogue.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CatalogueFilter } from './catalogue-filter.tsx'
import { findAssistants, type AssistantSearch } from './find-assistants.ts'
import { CategoryBadge } from '../../../ui/category-badge.tsx'
import { PortraitPicture } from '../../../ui/portrait-picture.tsx'
import { mayTalkTo } from './may-talk-to.ts'

interface CatalogueDialogProps {
  onClose: () => void
  /** Whether the viewer is signed in or has team access. */
  mayTalk: boolean
  /** Opens the call, or the sign-up for a visitor who may not talk yet. */
  onTalk: (assistant: CatalogueAssistant) => void
}

const ALL_ASSISTANTS: AssistantSearch = { words: '', category: null }

/** Lists all catalogue assistants, to choose one to talk with. */
export function CatalogueDialog({ onClose, mayTalk, onTalk }: CatalogueDialogProps) {
  const [search, setSearch] = useState(ALL_ASSISTANTS)
  const shown = findAssistants(CATALOGUE, search)

  return (
    <Dialog
      onClose={onClose}
      title="AI Assistants"
      description="Choose an assistant to talk with. Each one is an AI that knows one field."
      width="wide"
    >
      {/* Has a minimum height, so that the dialog does not change its size while a person types. */}
      <div className="sm:min-h-[70dvh]">
        <CatalogueFilter search={search} onChange={setSearch} />
        <p role="status" className="mt-4 text-[0.9375rem] text-ink-soft">
          {countLine(shown.length)}
        </p>
        {shown.length === 0 ? (
          <NoAssistantsFound onReset={() => setSearch(ALL_ASSISTANTS)} />
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

function NoAssistantsFound({ onReset }: { onReset: () => void }) {
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

interface AssistantCardProps extends Pick<CatalogueDialogProps, 'mayTalk' | 'onTalk'> {
  assistant: CatalogueAssistant
}

/** An assistant's card. On phones the portrait is beside the text, elsewhere above it. */
function AssistantCard({ assistant, mayTalk, onTalk }: AssistantCardProps) {
  const { id, name, title, description, image, category } = assistant
  const isOpen = mayTalkTo(assistant, mayTalk)
  return (
    <article
      data-niche={id}
      aria-labelledby={`assistant-${id}`}
      className="grid h-full grid-cols-[6.5rem_1fr] gap-x-4 rounded-[22px] border border-line bg-raised p-4 transition-colors duration-150 hover:border-niche-line min-[34rem]:flex min-[34rem]:flex-col min-[34rem]:p-5"
    >
      <PortraitPicture
        id={id}
        image={image}
        alt={name}
        className="w-full min-[34rem]:mx-auto min-[34rem]:w-[min(100%,11.5rem)]"
      />
      <div className="min-[34rem]:mt-4">
        <CategoryBadge id={id} label={category} className="inline-block" />
        <h3 id={`assistant-${id}`} className="mt-2.5 text-xl">
          {title}
        </h3>
        <p id={`assistant-${id}-name`} className="mt-1 text-ink-soft">
          with {name}
        </p>
      </div>
      <p className="col-span-2 mt-3 mb-4 text-[0.9375rem] leading-normal min-[34rem]:mt-2.5">{description}</p>
      <Button
        kind={isOpen ? 'primary' : 'outline'}
        className="col-span-2 mt-auto w-full"
        aria-describedby={`assistant-${id}-name`}
        onClick={() => onTalk(assistant)}
      >
        {isOpen ? 'Talk' : 'Sign up to talk'}
      </Button>
    </article>
  )
}
