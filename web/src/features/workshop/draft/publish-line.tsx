import type { OwnAssistant } from '#contract/own-assistant.ts'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import type { AssistantForm } from '../../assistants/assistants.ts'
import { changeCount, ChangeList } from './change-list.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { NotSaved } from '../saving/auto-saver.ts'
import { SaveLine } from '../saving/saving-note.tsx'
import { useChanges, type Draft } from './use-draft.ts'
import { notifyFailure } from '../../../lib/notify-failure.ts'
import { useBusy } from '../../../lib/use-busy.ts'
import type { AssistantChange } from '#contract/own-assistant-changes.ts'
import { failureWords } from '../../../lib/api-problem.ts'
import { Dialog } from '../../../ui/dialog.tsx'

interface PublishLineProps {
  assistant: OwnAssistant
  draft: Draft
  /** Called when a field is missing for publishing; opens the tab with the field. */
  onMissing: (tabId: 'knowledge' | 'settings') => void
}

export function PublishLine({ assistant, draft, onMissing }: PublishLineProps) {
  const changes = useChanges(assistant, draft)
  const [opened, setOpened] = useState<'compare' | 'history' | null>(null)
  const { isBusy, run } = useBusy()
  const { name, published } = assistant
  const count = changes.length

  const publish = draft.form.handleSubmit(
    async () => {
      if (count === 0) return
      try {
        const now = await draft.publish()
        setOpened(null)
        notify({
          kind: 'success',
          title: `Version ${now.published} of ${now.name} is published`,
          description: 'Callers hear it from the next call.',
        })
      } catch (error) {
        // The reason is shown outside of the dialog (`SaveProblem`), so only the dialog is closed.
        if (error instanceof NotSaved) setOpened(null)
        else notifyFailure(`${name} is not published`, error, TRY_AGAIN)
      }
    },
    (errors) => {
      setOpened(null)
      const isOfKnowledge = errors.pairs !== undefined || errors.notes !== undefined
      const isOfSettings = Object.keys(errors).some((field) => field !== 'pairs' && field !== 'notes')
      notify({ kind: 'error', title: 'Not published yet', description: `${firstMessage(errors)} Your draft is kept.` })
      onMissing(isOfSettings || !isOfKnowledge ? 'settings' : 'knowledge')
    },
  )

  return (
    <>
      <div className="mt-4 flex items-center gap-x-2 rounded-card bg-sunk p-1.5 pl-4 sm:mt-5 sm:p-2 sm:pl-5">
        <p className="mr-auto min-w-0 leading-snug tabular-nums max-sm:text-[0.9375rem]">
          <span>
            {count === 0 ? `No changes since version ${published}` : changeCount(count)}
            {count === 0 ? null : <span className="max-sm:hidden">{` since version ${published}`}</span>}
          </span>
          <span aria-hidden className="mx-2 text-ink-soft max-sm:hidden">
            ·
          </span>
          <span className="max-sm:block">
            <SaveLine state={draft.state} />
          </span>
        </p>
        <Button
          kind="quiet"
          size="small"
          aria-label="History"
          className="min-w-11 max-sm:px-3!"
          onClick={() => setOpened('history')}
        >
          <Clock aria-hidden className="size-4.5" />
          <span className="max-sm:hidden">History</span>
        </Button>
        {count === 0 ? null : (
          <>
            <Button size="small" className="max-sm:px-3.5!" onClick={() => setOpened('compare')}>
              Compare
            </Button>
            <Button
              kind="primary"
              size="small"
              className="max-sm:px-3.5!"
              aria-disabled={isBusy}
              onClick={() => void run(publish)}
            >
              {isBusy ? 'Publishing…' : 'Publish'}
            </Button>
          </>
        )}
      </div>
      {opened === 'compare' ? (
        <CompareDialog
          changes={changes}
          published={published}
          isBusy={isBusy}
          onPublish={() => void run(publish)}
          onDiscard={draft.discard}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {opened === 'history' ? (
        <HistoryDialog assistant={assistant} draft={draft} changes={count} onClose={() => setOpened(null)} />
      ) : null}
    </>
  )
}

const TRY_AGAIN = 'Your draft is kept. Please try again.'

function firstMessage(errors: FieldErrors<AssistantForm>): string {
  const own = Object.values(errors).find((error) => typeof error?.message === 'string')?.message
  if (own !== undefined) return own
  const pair = errors.pairs?.find?.((each) => each?.question ?? each?.answer)
  return pair?.question?.message ?? pair?.answer?.message ?? 'Something is missing.'
}

interface CompareDialogProps {
  changes: readonly AssistantChange[]
  published: number
  /** True while the draft is being published. */
  isBusy: boolean
  onPublish: () => void
  onDiscard: () => Promise<unknown>
  onClose: () => void
}

function CompareDialog({ changes, published, isBusy, onPublish, onDiscard, onClose }: CompareDialogProps) {
  const [isSure, setSure] = useState(false)
  const [problem, setProblem] = useState('')
  const discard = () => {
    if (!isSure) {
      setSure(true)
      return
    }
    onDiscard().then(onClose, (error: unknown) =>
      setProblem(failureWords(error, 'The draft could not be discarded. Nothing was changed; please try again.')),
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title={`${changeCount(changes.length)} since version ${published}`}
      description={`Callers hear version ${published} until you publish.`}
    >
      <ChangeList changes={changes} />
      <p role="alert" className="mt-4 font-medium text-danger empty:hidden">
        {problem}
      </p>
      <div className="mt-7 flex flex-wrap items-center justify-end gap-2.5 border-t border-line pt-5">
        <p role="status" className="mr-auto empty:hidden">
          {isSure ? 'These changes will be gone. Press again to discard them.' : ''}
        </p>
        <Button onClick={discard}>{isSure ? 'Discard for good' : 'Discard draft'}</Button>
        <Button kind="primary" aria-disabled={isBusy} onClick={onPublish}>
          {isBusy ? 'Publishing…' : 'Publish'}
        </Button>
      </div>
    </Dialog>
  )
}
