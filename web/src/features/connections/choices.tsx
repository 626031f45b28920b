import { Checkbox } from '../../ui/checkbox.tsx'

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
