import type { OwnAssistantDetail } from '#contract/own-assistant.ts'
import { Link } from 'react-router'
import { siteAddress } from '../../lib/page-meta.ts'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'
import { ToneBadge } from '../../ui/tone-badge.tsx'
import { standingWords, STATUS_BADGE } from '../assistants/assistants.ts'

/** Who the workshop is about, what its status means, and where callers find it. */
export function WorkshopHeader({ assistant }: { assistant: OwnAssistantDetail }) {
  const { id, name, slug, status, photoUrl, photoFace, plan } = assistant
  const badge = STATUS_BADGE[status]
  return (
    <header>
      <Link
        to="/assistants"
        className="inline-flex min-h-11 items-center text-[0.9375rem] text-ink-soft hover:text-ink"
      >
        My assistants
      </Link>
      <div className="mt-2 flex items-start gap-5">
        <PortraitPicture id={id} image={photoUrl} face={photoFace} alt="" eager className="w-18 shrink-0 sm:w-24" />
        <div className="min-w-0 flex-1">
          <ToneBadge tone={badge.tone}>{badge.label}</ToneBadge>
          <h1 className="mt-2 text-3xl wrap-anywhere sm:text-4xl">
            <bdi>{name}</bdi>
          </h1>
          <p className="mt-1.5 text-[0.9375rem] text-ink-soft">{standingWords(assistant, plan)}</p>
          <Link
            to={`/a/${slug}`}
            className="inline-block py-2 text-[0.9375rem] wrap-anywhere underline underline-offset-4"
          >
            {siteAddress(`/a/${slug}`).replace(/^https?:\/\//, '')}
          </Link>
        </div>
      </div>
    </header>
  )
}
