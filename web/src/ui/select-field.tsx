import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { CONTROL_CLASS, FieldFrame, type FieldWords } from './field-frame.tsx'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'>, FieldWords {
  /** No option may have an empty value. */
  options: readonly { value: string; label: string }[]
}

/** A native select, which every phone shows in its own way. */
export function SelectField({
  label,
  optional,
  starred,
  hint,
  error,
  options,
  className,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame {...{ label, optional, starred, hint, error }}>
      {(ties) => (
        <div className="relative">
          <select
            {...ties}
            className={clsx(CONTROL_CLASS, 'min-h-12 appearance-none truncate pr-11', className)}
            {...select}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5" />
        </div>
      )}
    </FieldFrame>
  )
}
