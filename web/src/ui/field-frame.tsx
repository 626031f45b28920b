import { clsx } from 'clsx'
import { useId, type ComponentProps, type ReactNode } from 'react'

export interface FieldWords {
  label: string
  optional?: boolean
  /** Shows a star beside the label, in forms where only some fields are required. */
  starred?: boolean
  hint?: ReactNode
  error?: string | undefined
}

interface FieldFrameProps extends FieldWords {
  /** Receives the attributes that connect a control with its label, hint and error for screen readers. */
  children: (ties: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>) => ReactNode
}

/** The common style of all inputs and selects. */
export const CONTROL_CLASS =
  'w-full rounded-control border border-line-strong bg-raised px-3.5 text-base text-ink ' +
  'placeholder:text-ink-soft aria-invalid:border-danger'

export function FieldFrame({ label, optional = false, starred = false, hint, error, children }: FieldFrameProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const optionalId = `${id}-optional`
  const describedBy = clsx(optional && optionalId, hint !== undefined && hintId, error !== undefined && errorId)
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between text-[0.9375rem]">
        <label htmlFor={id} className="font-semibold">
          {label}
          {starred ? (
            <span aria-hidden className="text-danger">
              {' '}
              *
            </span>
          ) : null}
        </label>
        {/* Outside of the label, so that it is not part of the control's accessible name. */}
        {optional ? (
          <span id={optionalId} className="text-ink-soft">
            Optional
          </span>
        ) : null}
      </div>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': describedBy || undefined,
      })}
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
