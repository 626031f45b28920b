import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

interface SwitchLineProps {
  label: string
  hint: ReactNode
  on: boolean
  onChange: (on: boolean) => void
}

/** A switch with a label and a sentence that explains it. */
export function SwitchLine({ label, hint, on, onChange }: SwitchLineProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <p id={`${id}-label`} className="font-semibold">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        onClick={() => onChange(!on)}
        className={clsx(
          'relative mt-0.5 h-7 w-12 shrink-0 rounded-full border transition-colors duration-150',
          on ? 'border-ink bg-ink' : 'border-line-strong bg-sunk',
        )}
      >
        <span
          aria-hidden
          className={clsx(
            'absolute top-1/2 size-5 -translate-y-1/2 rounded-full transition-[left] duration-150',
            on ? 'left-6 bg-paper' : 'left-1 bg-line-strong',
          )}
        />
      </button>
    </div>
  )
}
