import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { useConnection } from './use-connection.ts'
import { useNewVersion } from './use-new-version.ts'

const OFFLINE_TEXT = 'You are offline. Pages you have seen work; talking needs a connection.'
const NEW_VERSION_TEXT = 'A new version of Voxhall is ready.'

// On phones a strip along the foot, which leaves what stands above it free; elsewhere a card in the corner.
const PLATE =
  'pointer-events-auto flex animate-rise items-center gap-x-2 border-t border-line bg-raised px-4 text-sm leading-snug ' +
  'md:min-h-13 md:rounded-card md:border md:text-[0.9375rem] md:shadow-raised'

interface SiteNoticesProps {
  /** A call may be on: a new version is not offered now. */
  isBusy: boolean
}

/** Two quiet lines at the foot of every screen, when there is reason for them. Registers the service worker. */
export function SiteNotices({ isBusy }: SiteNoticesProps) {
  const isOnline = useConnection()
  const newVersion = useNewVersion()
  const offered = isBusy ? null : newVersion

  if (isOnline && offered === null) return null
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex flex-col bg-raised pb-[env(safe-area-inset-bottom)] md:inset-x-8 md:bottom-4 md:flex-row md:gap-3 md:bg-transparent print:hidden">
      {offered === null ? null : (
        <section aria-label="New version" className={`${PLATE} py-1.5 pr-1.5`}>
          <p className="mr-auto md:mr-2">
            <Announcement text={NEW_VERSION_TEXT} />
          </p>
          <button type="button" className={buttonClass({ kind: 'ink', size: 'small' })} onClick={offered.accept}>
            Reload
          </button>
          <button
            type="button"
            aria-label="Not now"
            className="grid size-10 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunk hover:text-ink"
            onClick={offered.dismiss}
          >
            <X aria-hidden className="size-5" />
          </button>
        </section>
      )}
      {isOnline ? null : (
        <p className={`${PLATE} py-2.5`}>
          <Announcement text={OFFLINE_TEXT} />
        </p>
      )}
    </div>
  )
}

/** A live region is read out when its text changes, so the text comes after the region itself. */
function Announcement({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(text))
    return () => cancelAnimationFrame(frame)
  }, [text])
  return <span role="status">{said}</span>
}
