import { clsx } from 'clsx'
import { useId } from 'react'
import { browserMakerOf } from './browser-maker.ts'
import type { EarsName } from './use-ears.ts'

interface EarsChoiceProps {
  /** Null when nothing is selected. */
  chosen: EarsName | null
  onChoose: (ears: EarsName) => void
  /** The assistant's name. */
  name: string
}

/** The choice between the recognisers, with a note on where the sound goes. */
export function EarsChoice({ chosen, onChoose, name }: EarsChoiceProps) {
  const id = useId()
  const { browser, company } = browserMakerOf(navigator.userAgent)
  const options: { value: EarsName; label: string; hint: string }[] = [
    {
      value: 'browser',
      label: 'In your own words',
      hint: `${browser} sends the sound to ${company}, which turns it into text for ${name}.`,
    },
    {
      value: 'server',
      label: `By ${name} alone`,
      hint: `The sound goes to this assistant’s own server and nowhere else. Only questions that ${name} knows are understood.`,
    },
  ]
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold wrap-anywhere">How shall {name} hear you?</legend>
      <div className="grid gap-2">
        {options.map(({ value, label, hint }) => (
          <label
            key={value}
            className={clsx(
              'relative flex cursor-pointer gap-3 rounded-card border px-3.5 py-2.5 transition-colors duration-150 hover:border-ink',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              value === chosen ? 'border-ink bg-raised' : 'border-line-strong',
            )}
          >
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              aria-describedby={`${id}-${value}`}
              aria-label={label}
              className="mt-1 size-4 shrink-0 accent-ink outline-none"
            />
            <span className="min-w-0 text-[0.9375rem] leading-snug">
              <span className="font-semibold wrap-anywhere">{label}</span>
              <span id={`${id}-${value}`} className="block text-sm text-ink-soft wrap-anywhere">
                {hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
