import { clsx } from 'clsx'

interface CheckboxProps {
  label: string
  checked: boolean
  onChange: (isChecked: boolean) => void
  className?: string
}

export function Checkbox({ label, checked, onChange, className }: CheckboxProps) {
  return (
    <label className={clsx('flex min-h-11 items-center gap-3', className)}>
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-accent"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  )
}
