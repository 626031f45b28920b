import type { OwnAssistantDetail } from '#contract/own-assistant.ts'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { siteAddress } from '../../lib/page-meta.ts'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'
import { ToneBadge } from '../../ui/tone-badge.tsx'
import { standingWords, STATUS_BADGE } from '../assistants/assistants.ts'

/** The assistant's name and public address; what its status means, if callers cannot reach it. */
export function WorkshopHeader({ assistant }: { assistant: OwnAssistantDetail }) {
  const { id, name, slug, status, photoUrl, photoFace, plan } = assistant
  const badge = STATUS_BADGE[status]
  return (
    <header>
      <Link
        to="/assistants"
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 text-[0.9375rem] text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        My assistants
      </Link>
      <div className="mt-1 flex items-center gap-4 sm:gap-5">
        <PortraitPicture id={id} image={photoUrl} face={photoFace} alt="" eager className="w-14 shrink-0 sm:w-20" />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-2xl wrap-anywhere sm:text-4xl">
              <bdi>{name}</bdi>
            </h1>
            <ToneBadge tone={badge.tone}>{badge.label}</ToneBadge>
          </div>
          {status === 'live' && plan.remainingMinutes !== 0 ? null : (
            <p className="mt-1 text-[0.9375rem] text-ink-soft">{standingWords(assistant, plan)}</p>
          )}
          <Link
            to={`/a/${slug}`}
            title="Its public page"
            className="inline-block py-1.5 max-sm:py-2.5 text-[0.9375rem] wrap-anywhere underline underline-offset-4"
          >
            {siteAddress(`/a/${slug}`).replace(/^https?:\/\//, '')}
          </Link>
        </div>
      </div>
    </header>
  )
}
