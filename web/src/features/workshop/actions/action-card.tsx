import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/switch.tsx'

interface ActionCardProps {
  title: string
  /** What the action does for callers. */
  text: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  /** A line about the present settings, shown while they are collapsed. */
  summary?: string
  /** True when a setting is invalid; the settings then cannot be collapsed until it is corrected. */
  hasIssue?: boolean
  children?: ReactNode
}

/** An action of the assistant with its switch. Its settings open when it is switched on, and on request. */
export function ActionCard({ title, text, isOn, onSwitch, summary, hasIssue = false, children }: ActionCardProps) {
  const id = useId()
  const [isOpen, setOpened] = useState(false)
  // An invalid setting is made visible, and stays visible while it is being corrected.
  if (hasIssue && isOn && !isOpen) setOpened(true)
  return (
    <section aria-labelledby={id} className="rounded-[20px] border border-line bg-raised p-4 sm:px-6 sm:py-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 id={id} className="text-xl wrap-anywhere sm:text-2xl">
            {title}
          </h3>
          <p className="mt-1 text-ink-soft">{text}</p>
        </div>
        <Switch
          aria-label={title}
          isOn={isOn}
          onChange={(now) => {
            onSwitch(now)
            setOpened(now)
          }}
          className="-mt-1.5 shrink-0"
        />
      </div>
      {isOn && children ? (
        <>
          <div className="mt-1 flex flex-wrap items-center gap-x-4">
            {summary === undefined || isOpen ? null : (
              <p className="min-w-0 grow basis-60 text-[0.9375rem] wrap-anywhere">{summary}</p>
            )}
            <Button
              kind="quiet"
              size="small"
              className="-ml-4"
              aria-expanded={isOpen}
              aria-label={`Settings: ${title}`}
              aria-disabled={hasIssue}
              onClick={() => setOpened(!isOpen)}
            >
              Settings
              <ChevronDown aria-hidden className={`size-4.5 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
            </Button>
          </div>
          {isOpen ? <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div> : null}
        </>
      ) : null}
    </section>
  )
}
