import type { AcceptProposals, KnowledgeSource, ProposalIds } from '#contract/knowledge-sources.ts'
import { useState } from 'react'
import { api, successBody } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ToneBadge } from '../../../ui/tone-badge.tsx'
import { notify } from '../../../lib/notify.ts'
import type { Draft } from '../draft/use-draft.ts'
import { NotSaved } from '../saving/auto-saver.ts'
import { GoneAnswers, ProposalItem } from './source-answers.tsx'
import type { ChangeSources } from './add-source.tsx'

const one = api.api['own-assistants'][':id'].sources[':sourceId']
const STATUS = {
  reading: { tone: 'blue', words: 'Reading' },
  failed: { tone: 'red', words: 'Not read' },
  read: { tone: 'green', words: 'Read' },
} as const
/** The number of proposals shown at first, so that a source with many does not push the rest of the page away. */
const FIRST_SHOWN = 3

interface SourceCardProps {
  assistantId: string
  source: KnowledgeSource
  isBusy: boolean
  change: ChangeSources
  draft: Draft
}

/** A source: whether the page or file could be read, and the answers it proposes. */
export function SourceCard({ assistantId, source, isBusy, change, draft }: SourceCardProps) {
  const { id, title, url, status, problem, accepted, proposals, gone } = source
  const param = { id: assistantId, sourceId: id }
  const [shown, setShown] = useState(FIRST_SHOWN)

  /** The server changes the stored draft, so unsaved changes must be saved first. */
  const changeDraft: ChangeSources = async (act, failure) => {
    try {
      return await draft.changeStored(() => change(act, failure))
    } catch (error) {
      if (!(error instanceof NotSaved)) throw error
      const description = 'Your last changes could not be saved. Save them first, then try again.'
      notify({ kind: 'error', title: failure, description })
      return false
    }
  }
  const accept = (ids: ProposalIds, edits: AcceptProposals['edits'] = {}) =>
    changeDraft(
      () => successBody(one.proposals.accept.$post({ param, json: { ids, edits } })),
      'The answers were not added',
    )
  const withdraw = (ids: string[]) =>
    changeDraft(() => successBody(one.proposals.withdraw.$post({ param, json: { ids } })), 'The answer was not removed')
  const dismiss = (ids: ProposalIds) =>
    change(() => successBody(one.proposals.dismiss.$post({ param, json: { ids } })), 'The proposals were not dismissed')

  return (
    <li className="grid gap-2.5 rounded-card bg-sunk p-3.5 sm:p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere">{title}</h4>
        <ToneBadge tone={STATUS[status].tone}>{STATUS[status].words}</ToneBadge>
      </div>
      {url === null || url === title ? null : (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="-mt-2 min-h-6 justify-self-start text-[0.9375rem] wrap-anywhere text-ink-soft underline underline-offset-4"
        >
          {url}
        </a>
      )}
      <p role={status === 'failed' ? 'alert' : 'status'} className="text-[0.9375rem]">
        {wordsOf(source)}
        {accepted > 0 && problem === null ? ` ${accepted} accepted.` : ''}
      </p>
      {url !== null || status === 'reading' ? null : (
        <p className="-mt-2 text-[0.9375rem] text-ink-soft">
          Files are not kept, only their text. To update one, add the newer file under the same name.
        </p>
      )}
      {proposals.length === 0 ? null : (
        <ul className="grid gap-3">
          {proposals.slice(0, shown).map((proposal) => (
            <ProposalItem
              key={proposal.id}
              proposal={proposal}
              isBusy={isBusy}
              onAccept={(edit) => void accept([proposal.id], edit && { [proposal.id]: edit })}
              onDismiss={() => void dismiss([proposal.id])}
            />
          ))}
        </ul>
      )}
      {proposals.length > shown ? (
        <Button size="small" className="justify-self-start" onClick={() => setShown(proposals.length)}>
          Show {proposals.length - shown} more
        </Button>
      ) : null}
      {gone.length === 0 ? null : (
        <GoneAnswers
          answers={gone}
          isPage={url !== null}
          isBusy={isBusy}
          onRemove={(answerId) => void withdraw([answerId])}
          onKeep={(answerId) => void dismiss([answerId])}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {proposals.length > 1 ? (
          <>
            <Button size="small" aria-disabled={isBusy} onClick={() => void accept('all')}>
              Accept all {proposals.length}
            </Button>
            <Button size="small" aria-disabled={isBusy} onClick={() => void dismiss('all')}>
              Dismiss all
            </Button>
          </>
        ) : null}
        {url === null || status === 'reading' ? null : (
          <Button
            size="small"
            aria-disabled={isBusy}
            aria-label={`Read ${title} again`}
            onClick={() =>
              void change(async () => void (await one['read-again'].$post({ param })), 'The page was not read again')
            }
          >
            Read again
          </Button>
        )}
        <Button
          size="small"
          kind="quiet"
          aria-disabled={isBusy}
          aria-label={`Remove ${title}`}
          onClick={() => void change(() => successBody(one.$delete({ param })), 'The source was not removed')}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}

function wordsOf({ status, problem, proposals }: KnowledgeSource): string {
  if (status === 'reading') return 'Being read. This takes some seconds.'
  if (problem !== null) return problem
  if (proposals.length === 0) return 'Nothing new to review.'
  return proposals.length === 1 ? '1 answer to review.' : `${proposals.length} answers to review.`
}
