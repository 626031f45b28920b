import type { FilledField } from '#contract/actions.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+?[\d\s()./-]{6,}$/

/** The values that a visitor entered; e-mail addresses and phone numbers are links. */
export function FilledFields({ fields }: { fields: readonly FilledField[] }) {
  return (
    <dl className="mt-1 grid gap-x-4 sm:grid-cols-[auto_1fr]">
      {fields.map(({ id, label, value }) => (
        <div key={id} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line max-sm:mb-1.5">
            {EMAIL.test(value) || PHONE.test(value) ? (
              <a className="underline underline-offset-4" href={addressOf(value)}>
                {value}
              </a>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function addressOf(value: string): string {
  return EMAIL.test(value) ? `mailto:${value}` : `tel:${value.replaceAll(/[^+\d]/g, '')}`
}
