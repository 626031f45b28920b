import { useRef } from 'react'
import { copyTextOf } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

interface SecretLineProps {
  /** The name that screen readers announce: "The secret". */
  label: string
  text: string
}

/** A text to be copied into another program. */
export function SecretLine({ label, text }: SecretLineProps) {
  const code = useRef<HTMLElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code
        ref={code}
        className="min-w-0 grow basis-64 rounded-control border border-line bg-sunk px-3.5 py-2.5 text-sm wrap-anywhere"
      >
        {text}
      </code>
      <Button aria-label={`Copy: ${label.toLowerCase()}`} onClick={() => void copyTextOf(code.current)}>
        Copy
      </Button>
    </div>
  )
}

interface ChoicesProps<Value extends string> {
  legend: string
  words: Readonly<Record<Value, string>>
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  error?: string | undefined
}

export function Choices<Value extends string>({ legend, words, chosen, onChange, error }: ChoicesProps<Value>) {
  const all = Object.keys(words) as Value[]
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {all.map((value) => (
          <Checkbox
            key={value}
            label={words[value]}
            checked={chosen.includes(value)}
            onChange={(isChecked) =>
              onChange(all.filter((each) => (each === value ? isChecked : chosen.includes(each))))
            }
          />
        ))}
      </div>
      <p role="alert" className="mt-1 font-medium text-danger empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}
