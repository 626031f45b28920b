import { useId, type ReactNode } from 'react'

interface ActionCardProps {
  title: string
  /** What callers get. */
  text: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  children?: ReactNode
}

/** One thing that the assistant can do, with its switch; its settings show while it is on. */
export function ActionCard({ title, text, isOn, onSwitch, children }: ActionCardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-[20px] border border-line bg-raised p-4 sm:p-6">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 id={id} className="text-2xl">
            {title}
          </h2>
          <p className="mt-1 text-ink-soft">{text}</p>
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={isOn}
          aria-label={title}
          onClick={() => onSwitch(!isOn)}
          className="group grid h-11 shrink-0 place-items-center rounded-full px-1"
        >
          <span className="block h-8 w-14 rounded-full bg-line-strong p-1 transition-colors duration-150 group-aria-checked:bg-ink">
            <span className="block size-6 rounded-full bg-paper transition-transform duration-150 group-aria-checked:translate-x-6" />
          </span>
        </button>
      </div>
      {isOn && children ? <div className="mt-6 grid gap-5">{children}</div> : null}
    </section>
  )
}
