import { useId, type ComponentProps, type ReactNode } from 'react'
import { clsx } from 'clsx'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  /** Said beside the label, for what may be left out. */
  optional?: boolean
  hint?: ReactNode
  error?: string | undefined
  /** A control at the end of the input. */
  trailing?: ReactNode
}

/** An input with its label, hint and error, tied together for those who listen to the page. */
export function Field({ label, optional = false, hint, error, trailing, className, ...input }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint === undefined ? '' : hintId, error === undefined ? '' : errorId].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex items-baseline justify-between text-[0.9375rem] font-semibold">
        {label}
        {optional ? <span className="font-normal text-ink-soft">Optional</span> : null}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
          className={clsx(
            'min-h-12 w-full rounded-control border border-line-strong bg-raised px-3.5 text-base text-ink',
            'placeholder:text-ink-soft aria-invalid:border-danger',
            trailing !== undefined && 'pr-13',
            className,
          )}
          {...input}
        />
        {trailing === undefined ? null : (
          <div className="absolute inset-y-0 right-0.5 grid place-items-center">{trailing}</div>
        )}
      </div>
      {hint === undefined ? null : (
        <p id={hintId} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={errorId} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
