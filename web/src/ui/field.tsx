import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { CONTROL_CLASS, FieldFrame, type FieldWords } from './field-frame.tsx'

interface FieldProps extends ComponentProps<'input'>, FieldWords {
  /** A control at the end of the input. */
  trailing?: ReactNode
}

export function Field({ label, optional, starred, hint, error, trailing, className, ...input }: FieldProps) {
  return (
    <FieldFrame {...{ label, optional, starred, hint, error }}>
      {(ties) => (
        <div className="relative">
          <input
            {...ties}
            className={clsx(CONTROL_CLASS, 'min-h-12', trailing !== undefined && 'pr-13', className)}
            {...input}
          />
          {trailing === undefined ? null : (
            <div className="absolute inset-y-0 right-0.5 grid place-items-center">{trailing}</div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** A field for several lines of text, which can be resized vertically. */
export function TextArea({
  label,
  optional,
  starred,
  hint,
  error,
  className,
  ...area
}: ComponentProps<'textarea'> & FieldWords) {
  return (
    <FieldFrame {...{ label, optional, starred, hint, error }}>
      {(ties) => <textarea {...ties} className={clsx(CONTROL_CLASS, 'block resize-y py-3', className)} {...area} />}
    </FieldFrame>
  )
}
