import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import { KnowledgeFields, OwnHearingDetails } from '../../assistants/assistants.ts'
import type { Draft } from '../draft/use-draft.ts'
import type { WorkshopTabProps } from '../workshop-tabs.ts'
import { Sources } from './sources.tsx'

/** What the assistant knows, saved as one goes, and where more of it can be read. */
export function KnowledgeTab({ assistant, draft, onSaved }: WorkshopTabProps) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1fr_20rem]">
      <div className="grid min-w-0 gap-8">
        <Sources assistant={assistant} draft={draft} onSaved={onSaved} />
        <KnowledgeFields form={draft.form} />
      </div>
      <Heard draft={draft} />
    </div>
  )
}

/** Looks at every letter that is typed, and is a part of its own so that the questions need not be drawn anew. */
function Heard({ draft: { form } }: { draft: Draft }) {
  const [pairs, notes] = useDeferredValue(useWatch({ control: form.control, name: ['pairs', 'notes'] }))
  return (
    <aside className="rounded-[20px] bg-sunk px-5 pt-3">
      <OwnHearingDetails knowledge={{ pairs, notes }} />
    </aside>
  )
}
