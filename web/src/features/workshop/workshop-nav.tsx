import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { WORKSHOP_TABS } from './workshop-tabs.ts'

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
