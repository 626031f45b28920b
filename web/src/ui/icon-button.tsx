import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

interface IconButtonProps extends ComponentProps<'button'> {
  'aria-label': string
}

export function IconButton({ className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={clsx('grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink', className)}
      {...rest}
    />
  )
}
