import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'

interface ChoiceProps<Value extends string> {
  label: string
  /** Null when nothing in particular is chosen. */
  value: Value | null
  options: readonly { value: Value; label: string }[]
  /** The label of the first option, which chooses nothing in particular. */
  none: string
  onChoose: (value: Value | null) => void
  className?: string
}

/** A select small enough for a toolbar. Its label is announced to screen readers but not shown. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, none, onChoose, className } = props
  return (
    <div className={clsx('relative max-md:grow max-md:basis-[40%] md:max-lg:w-38', className)}>
      <select
        aria-label={label}
        className={clsx(
          'min-h-11 w-full appearance-none rounded-control border bg-raised pr-9 pl-3.5 text-base',
          value === null ? 'border-line-strong' : 'border-ink font-semibold',
        )}
        value={value ?? ''}
        onChange={({ target }) => onChoose(options.find((option) => option.value === target.value)?.value ?? null)}
      >
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4.5" />
    </div>
  )
}
