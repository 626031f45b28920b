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

/** The least height for each number of lines, since a field that grows with its text ignores `rows`. */
const LEAST_HEIGHT = {
  2: 'min-h-18.5',
  3: 'min-h-24.5',
  4: 'min-h-30.5',
  5: 'min-h-36.5',
  7: 'min-h-48.5',
  8: 'min-h-54.5',
} as const

interface TextAreaProps extends ComponentProps<'textarea'>, FieldWords {
  /** The number of lines when it is empty. */
  rows: keyof typeof LEAST_HEIGHT
}

/**
 * A field for several lines of text. It grows with its text up to half of the screen, in browsers that can do so, and can
 * be resized vertically.
 */
export function TextArea({ label, optional, starred, hint, error, rows, className, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, optional, starred, hint, error }}>
      {(ties) => (
        <textarea
          {...ties}
          rows={rows}
          className={clsx(
            CONTROL_CLASS,
            // Otherwise a word longer than the field, such as an address, would widen the field with it.
            'block resize-y field-sizing-content max-h-[50dvh] py-3 wrap-anywhere',
            LEAST_HEIGHT[rows],
            className,
          )}
          {...area}
        />
      )}
    </FieldFrame>
  )
}
