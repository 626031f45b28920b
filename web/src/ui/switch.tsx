import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange'> {
  'aria-label': string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function Switch({ isOn, onChange, className, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className={clsx('group grid h-11 place-items-center rounded-full px-1', className)}
      {...rest}
    >
      <span className="block h-8 w-14 rounded-full bg-line-strong p-1 transition-colors duration-150 group-aria-checked:bg-ink">
        <span className="block size-6 rounded-full bg-paper transition-transform duration-150 group-aria-checked:translate-x-6" />
      </span>
    </button>
  )
}
