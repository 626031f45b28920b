import { MAX_KEPT_VERSIONS } from '#contract/own-assistant-limits.ts'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { changesBetween } from '#contract/own-assistant-changes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, reading } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/formatting.ts'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { changeCount, ChangeList } from './change-list.tsx'
import { draftContentOf, type Draft } from './use-draft.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { attempt } from '../../../lib/notify-failure.ts'
import { useBusy } from '../../../lib/use-busy.ts'

const { versions: listed } = api.api['own-assistants'][':id']

interface HistoryDialogProps {
  assistant: OwnAssistant
  draft: Draft
  /** The number of unpublished changes. */
  changes: number
  onClose: () => void
}

export function HistoryDialog({ assistant: { id, published }, draft, changes, onClose }: HistoryDialogProps) {
  const [looked, setLooked] = useState<number | null>(null)
  const reads = reading(listed, { param: { id } })
  const query = useQuery({ ...reads, queryKey: [...reads.queryKey, published] })
  const { isBusy, run } = useBusy()
  const goBack = async (number: number) => {
    const [failed, otherwise] = ['The version could not be brought back', 'Nothing was changed. Please try again.']
    if (!(await attempt(failed, () => draft.restore(number), otherwise))) return
    onClose()
    notify({
      kind: 'success',
      title: `Version ${number} is your draft now`,
      description: 'Callers hear it once you publish it.',
    })
  }

  return (
    <Dialog
      onClose={onClose}
      title="History"
      description={`Going back makes a version your draft${changes === 0 ? '' : `, in place of the ${changeCount(changes)} you have now`}. The last ${MAX_KEPT_VERSIONS} are kept.`}
    >
      <Loaded query={query} loading="Loading the versions…" otherwise="The versions could not be shown. They are kept.">
        {({ versions }) => (
          <ol className="grid divide-y divide-line">
            {versions.map(({ number, publishedAt }) => (
              <li key={number} className="py-3">
                <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                  <p className="mr-auto tabular-nums">
                    <span className="font-semibold">Version {number}</span>
                    <span className="text-ink-soft"> · {formatMoment(publishedAt)}</span>
                    {number === published ? <span className="text-ink-soft"> · callers hear this one</span> : null}
                  </p>
                  <Button
                    size="small"
                    kind="quiet"
                    aria-expanded={looked === number}
                    aria-label={`What version ${number} would change`}
                    onClick={() => setLooked(looked === number ? null : number)}
                  >
                    Compare
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Go back to version ${number}`}
                    aria-disabled={isBusy}
                    onClick={() => void run(() => goBack(number))}
                  >
                    Go back
                  </Button>
                </div>
                {looked === number ? <Differences id={id} number={number} draft={draft} /> : null}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  )
}

/** What restoring a version would change in the present draft. */
function Differences({ id, number, draft }: { id: string; number: number; draft: Draft }) {
  const query = useQuery({
    ...reading(listed[':number'], { param: { id, number: `${number}` } }),
    staleTime: Infinity,
  })
  return (
    <Loaded
      query={query}
      className="pt-2 pb-3"
      loading="Comparing…"
      otherwise="It could not be shown. Please try again."
    >
      {({ content }) => {
        const changes = changesBetween(draftContentOf(draft.form.getValues()), content)
        return (
          <div className="pt-2 pb-3">
            {changes.length === 0 ? (
              <p className="text-ink-soft">Nothing would change.</p>
            ) : (
              <ChangeList changes={changes} />
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
