import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState, type ComponentProps } from 'react'
import { Field } from './field.tsx'

export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="off"
      trailing={
        <button
          type="button"
          aria-pressed={isShown}
          aria-label="Show the characters"
          className="grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink"
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden className="size-5" />
        </button>
      }
    />
  )
}
