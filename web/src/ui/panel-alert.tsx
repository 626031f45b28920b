import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface PanelAlertProps {
  title: string
  /** True for an error that blocks the person; false for information. */
  serious: boolean
  children?: ReactNode
}

/** A message in the panel: what happened, what was kept, and what to do. */
export function PanelAlert({ title, serious, children }: PanelAlertProps) {
  return (
    <div
      role="alert"
      className={clsx(
        'rounded-card border px-4 py-3 text-[0.9375rem]',
        serious ? 'border-danger bg-raised' : 'border-line bg-raised',
      )}
    >
      <p className={clsx('font-semibold', serious && 'text-danger')}>{title}</p>
      {children}
    </div>
  )
}
