import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'

interface ChoiceProps<Value extends string> {
  label: string
  /** The empty value means "all". */
  value: Value | ''
  options: readonly { value: Value | ''; label: string }[]
  onChoose: (value: Value | null) => void
  className?: string
}

/** A select small enough for a toolbar. Its label is announced to screen readers but not shown. */
export function Choice<Value extends string>({ label, value, options, onChoose, className }: ChoiceProps<Value>) {
  return (
    <div className={clsx('relative max-md:grow max-md:basis-[40%] md:max-lg:w-38', className)}>
      <select
        aria-label={label}
        className={clsx(
          'min-h-11 w-full appearance-none rounded-control border bg-raised pr-9 pl-3.5 text-base',
          value === '' ? 'border-line-strong' : 'border-ink font-semibold',
        )}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)?.value
          onChoose(chosen === undefined || chosen === '' ? null : chosen)
        }}
      >
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
