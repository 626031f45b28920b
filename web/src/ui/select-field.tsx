import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { CONTROL_CLASS, FieldFrame, type FieldWords } from './field-frame.tsx'

interface SelectFieldProps<Value extends string> extends Omit<ComponentProps<'select'>, 'children'>, FieldWords {
  options: readonly { value: Value; label: string }[]
  onChoose?: (value: Value) => void
}

/** A native select, which every phone shows in its own way. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, optional, starred, hint, error, options, onChoose, className, ...select } = props
  return (
    <FieldFrame {...{ label, optional, starred, hint, error }}>
      {(ties) => (
        <div className="relative">
          <select
            {...ties}
            className={clsx(CONTROL_CLASS, 'min-h-12 appearance-none truncate pr-11', className)}
            onChange={onChoose && (({ target }) => onChoose(target.value as Value))}
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
