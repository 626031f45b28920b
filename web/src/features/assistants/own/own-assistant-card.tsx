import type { OwnAssistant, OwnPlan } from '#contract/own-assistant.ts'
import { VOICES } from '#contract/voices.ts'
import { clsx } from 'clsx'
import Trash2 from 'lucide-react/icons/trash-2'
import { notify } from '../../../lib/notify.ts'
import { siteAddress } from '../../../lib/page-meta.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PortraitPicture } from '../../../ui/portrait-picture.tsx'
import { ToneBadge } from '../../../ui/tone-badge.tsx'
import { OwnHearingDetails } from './own-hearing-details.tsx'
import { standingWords, STATUS_BADGE } from './standing.ts'
import { usePausing } from './use-pausing.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

/** Names with more characters than this are set in smaller type. */
const LONG_NAME = 24

interface OwnAssistantCardProps {
  assistant: OwnAssistant
  plan: OwnPlan
  onDelete: () => void
  /** Resolves once the list has been read again. */
  onChanged: () => Promise<unknown>
}

/** An own assistant's card: its status, and the owner's actions. */
export function OwnAssistantCard({ assistant, plan, onDelete, onChanged }: OwnAssistantCardProps) {
  const { id, name, slug, status, firstMessage, photoUrl, photoFace, voiceId, knowledge, hasDraft } = assistant
  const { isBusy, isPaused, turn } = usePausing(assistant, plan, onChanged)
  const badge = STATUS_BADGE[status]
  const voice = VOICES.find((each) => each.id === voiceId)?.label
  const questions = knowledge.pairs.length

  return (
    <article
      aria-labelledby={`own-${id}`}
      className="flex h-full flex-col rounded-[22px] border border-line bg-raised p-5 shadow-raised sm:p-6"
    >
      <div className="flex gap-5">
        <PortraitPicture
          id={id}
          image={photoUrl}
          face={photoFace}
          alt=""
          className="w-22 shrink-0 self-start sm:w-26"
        />
        <div className="min-w-0 flex-1">
          <ToneBadge tone={badge.tone}>{badge.label}</ToneBadge>
          <h2
            id={`own-${id}`}
            className={clsx('mt-2 wrap-anywhere', name.length > LONG_NAME ? 'text-xl' : 'text-2xl sm:text-3xl')}
          >
            <bdi>{name}</bdi>
          </h2>
          <p className="mt-1.5 text-[0.9375rem] text-ink-soft">
            {voice} · {questions === 0 ? 'no questions yet' : questions === 1 ? '1 question' : `${questions} questions`}
            {knowledge.notes === '' ? '' : ' · a text'}
            {hasDraft ? ' · changes to publish' : ''}
          </p>
        </div>
        <IconButton
          aria-label={`Delete ${name}`}
          title="Delete"
          className="-mt-2 -mr-2 hover:bg-sunk"
          onClick={onDelete}
        >
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </div>
      <p className="mt-4 line-clamp-2 wrap-anywhere">
        “<bdi>{firstMessage}</bdi>”
      </p>
      <p className="mt-3 mb-2 text-[0.9375rem] text-ink-soft">{standingWords(assistant, plan)}</p>
      <OwnHearingDetails knowledge={knowledge} />
      <div className="mt-auto flex flex-wrap gap-2 border-t border-line pt-4">
        <ButtonLink to={`/assistants/${id}`} aria-label={`Open ${name}`} kind="ink" size="small">
          Open
        </ButtonLink>
        <ButtonLink to={`/a/${slug}`} aria-label={`Talk with ${name}`} size="small">
          Talk
        </ButtonLink>
        <Button
          size="small"
          aria-disabled={isBusy}
          aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
          onClick={turn}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button
          size="small"
          aria-label={`Copy the address of ${name}`}
          onClick={() => void copyText(siteAddress(`/a/${slug}`))}
        >
          Copy address
        </Button>
      </div>
    </article>
  )
}

/**
 * Copies an address to the clipboard and confirms it. If the browser refuses, shows the address to be copied by hand.
 */
async function copyText(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    notify({ kind: 'success', title: 'The address is copied', description: address })
  } catch {
    notify({ kind: 'plain', title: 'Copy the address from here', description: address, durationMs: 30_000 })
  }
}
