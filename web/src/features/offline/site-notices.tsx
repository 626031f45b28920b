import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { useConnection } from './use-connection.ts'
import { useNewVersion } from './use-new-version.ts'

const OFFLINE_TEXT = 'You are offline. Pages you have seen work; talking needs a connection.'
const NEW_VERSION_TEXT = 'A new version of Voxhall is ready.'

const PLATE =
  'pointer-events-auto flex animate-rise items-center gap-x-3 rounded-card border border-line bg-raised text-[0.9375rem] shadow-raised'

interface SiteNoticesProps {
  /** A call may be on: a new version is not offered now. */
  isBusy: boolean
}

/** Two quiet lines at the foot of every screen, when there is reason for them. Registers the service worker. */
export function SiteNotices({ isBusy }: SiteNoticesProps) {
  const isOnline = useConnection()
  const newVersion = useNewVersion()
  const offered = isBusy ? null : newVersion

  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-40 grid justify-items-center gap-2 px-4 pb-[max(1rem,env(safe-area-inset-bottom))] print:hidden">
      <Announced text={isOnline ? null : OFFLINE_TEXT} />
      {offered === null ? null : (
        <section aria-label="New version" className={`${PLATE} flex-wrap justify-end py-2 pr-2 pl-4`}>
          <p className="mr-auto">
            <Announcement text={NEW_VERSION_TEXT} />
          </p>
          <div className="flex items-center gap-1">
            <button type="button" className={buttonClass({ kind: 'ink', size: 'small' })} onClick={offered.accept}>
              Reload
            </button>
            <button
              type="button"
              aria-label="Not now"
              className="grid size-9 place-items-center rounded-full text-ink-soft hover:bg-sunk hover:text-ink"
              onClick={offered.dismiss}
            >
              <X aria-hidden className="size-5" />
            </button>
          </div>
        </section>
      )}
    </div>
  )
}

function Announced({ text }: { text: string | null }) {
  return text === null ? null : (
    <p className={`${PLATE} px-4 py-2.5`}>
      <Announcement text={text} />
    </p>
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
