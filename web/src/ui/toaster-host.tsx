import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { type Notice, receiveNotices, whenNoticesWait } from '../lib/notify.ts'
import X from 'lucide-react/icons/x'
import { buttonClass } from './button.tsx'
import { IconButton } from './icon-button.tsx'

const SHOWN_MS = 12_000

interface PlainNotice extends Notice {
  /** Distinguishes notices with equal texts. */
  id: number
}

/**
 * Keeps the toaster out of the first load: it is loaded with the first notice. If its script cannot be loaded, perhaps
 * for the very reason that the notice is about, notices are shown in a simple form.
 */
export function ToasterHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const [plain, setPlain] = useState<readonly PlainNotice[]>([])

  useEffect(() => {
    let isLoading = false
    let count = 0
    let stepBack = () => {}
    const load = async () => {
      if (isLoading) return
      isLoading = true
      try {
        const { Toaster: Loaded } = await import('./toaster.tsx')
        // Once mounted, the toaster takes over, beginning with the waiting notices.
        setToaster(() => Loaded)
      } catch {
        isLoading = false
        stepBack = receiveNotices((notice) => {
          count += 1
          const numbered = { ...notice, id: count }
          setPlain((shown) => [...shown, numbered])
          void load()
        })
      }
    }
    const stopWaiting = whenNoticesWait(() => void load())
    return () => {
      stopWaiting()
      stepBack()
    }
  }, [])

  return (
    <>
      <div className="fixed z-50 grid gap-2 empty:hidden max-sm:inset-x-4 max-sm:top-[calc(var(--dialog-head,4rem)+0.75rem)] sm:bottom-6 sm:left-6 sm:w-104">
        {plain.map((notice) => (
          <PlainPlate
            key={notice.id}
            notice={notice}
            onDone={() => setPlain((shown) => shown.filter(({ id }) => id !== notice.id))}
          />
        ))}
      </div>
      {Toaster === null ? null : <Toaster />}
    </>
  )
}

/** A simple form of a notice that needs no further script. */
function PlainPlate({ notice, onDone }: { notice: Notice; onDone: () => void }) {
  const { title, description, action } = notice
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => leave(), notice.durationMs ?? SHOWN_MS)
    return () => clearTimeout(timer)
  }, [notice.durationMs])
  return (
    <div
      role="alert"
      className="pointer-events-auto flex items-start gap-3 rounded-card border border-line bg-raised py-3 pr-2 pl-4.5 text-[0.9375rem] shadow-raised"
    >
      <div className="grid grow gap-1 py-1">
        <p className="leading-snug font-semibold">{title}</p>
        {description === undefined ? null : <p className="leading-normal text-ink-soft">{description}</p>}
        {action === undefined ? null : (
          <button
            type="button"
            className={buttonClass({ kind: 'ink', size: 'dense', className: 'mt-1.5 justify-self-start' })}
            onClick={() => {
              action.onPress()
              onDone()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton aria-label="Close" className="-m-1 hover:bg-sunk" onClick={onDone}>
        <X aria-hidden className="size-4.5" />
      </IconButton>
    </div>
  )
}
