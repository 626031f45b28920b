import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { KnowledgeFields, OwnHearingDetails } from '../../assistants/assistants.ts'
import type { Draft } from '../draft/use-draft.ts'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { Sources, useSources } from './sources.tsx'

/** The assistant's knowledge, saved automatically, and the sources from which more can be read. */
export function KnowledgeTab({ assistant, draft, onSaved }: WorkshopTabProps) {
  const sources = useSources(assistant.id)
  // Otherwise the fields would move down, perhaps while one of them is pressed.
  const areFieldsPlaced = !sources.isPending || sources.fetchStatus !== 'fetching'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-8">
      <div className="grid min-w-0 gap-6">
        <Sources assistant={assistant} draft={draft} onSaved={onSaved} query={sources} />
        {areFieldsPlaced ? <KnowledgeFields form={draft.form} /> : null}
      </div>
      <Heard draft={draft} />
    </div>
  )
}

/** Watches the fields and re-renders on each keystroke. A component of its own, so that the questions don't. */
function Heard({ draft: { form } }: { draft: Draft }) {
  const [pairs, notes] = useDeferredValue(useWatch({ control: form.control, name: ['pairs', 'notes'] }))
  return (
    <aside className="min-w-0 rounded-[20px] bg-sunk px-5 pt-3 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
      <OwnHearingDetails knowledge={{ pairs, notes }} isOpen />
    </aside>
  )
}
