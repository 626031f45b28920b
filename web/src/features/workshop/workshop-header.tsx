import type { OwnAssistantDetail } from '#contract/own-assistant.ts'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { siteAddress } from '../../lib/page-meta.ts'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'
import { ToneBadge } from '../../ui/tone-badge.tsx'
import { standingWords, STATUS_BADGE } from '../assistants/assistants.ts'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { WORKSHOP_TABS } from './workshop-tabs.ts'

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

interface WorkshopNavProps {
  assistant: { id: string; name: string }
  /** The id of the current tab. */
  current: string
}

/** The tabs as links, since each has its own address. On narrow screens they scroll sideways. */
export function WorkshopNav({ assistant: { id, name }, current }: WorkshopNavProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`)
    if (!list.current || !link) return
    // `scrollIntoView` would also scroll the whole page.
    list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2
  }, [current])

  return (
    <nav aria-label={`Workshop of ${name}`} className="-mx-5 mt-4 border-b border-line sm:mx-0 sm:mt-6">
      <ul ref={list} className="no-scrollbar relative flex overflow-x-auto px-3 sm:px-0">
        {WORKSHOP_TABS.map((tab) => (
          <li key={tab.id} className="shrink-0">
            <Link
              to={`/assistants/${id}/${tab.id}`}
              data-tab={tab.id}
              preventScrollReset
              aria-current={tab.id === current ? 'page' : undefined}
              onPointerEnter={tab.prefetch}
              onFocus={tab.prefetch}
              className={clsx(
                'flex min-h-12 items-center border-b-3 px-3.5 pt-[3px] font-semibold no-underline -outline-offset-3 transition-colors duration-150',
                tab.id === current
                  ? 'border-accent text-ink'
                  : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
