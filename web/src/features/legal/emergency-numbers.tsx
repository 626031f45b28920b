import { useEffect, useState } from 'react'
import { emergencyLinesOf, type EmergencyLines, type HelpLine } from '#contract/emergency-lines.ts'
import { api, successBody } from '../../lib/api.ts'

const SHOWN = (['US', 'CA', 'GB', 'IE', 'EU', 'AU'] as const).map((country) => emergencyLinesOf(country))

/**
 * The emergency numbers that assistants name. If the operator has configured a country or a number, those come first.
 */
export function EmergencyNumbers() {
  const [own, setOwn] = useState<EmergencyLines>()
  useEffect(() => {
    let isShown = true
    // Without an answer, the well-known numbers stay.
    successBody(api.api['emergency-lines'].$get()).then(
      (lines) => isShown && !lines.isAssumed && setOwn(lines),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [])
  const places = own ? [own, ...SHOWN.filter(({ country }) => country !== own.country)] : SHOWN

  return (
    <ul className="kept-list grid gap-3 sm:grid-cols-2">
      {places.map((lines) => (
        <li
          key={lines.country}
          className="rounded-card border border-line bg-raised p-4 sm:px-5 print:break-inside-avoid"
        >
          <h3 className="text-lg">{lines.place}</h3>
          <dl className="mt-1">
            <Line label={lines.police ? 'Ambulance and fire' : 'Emergency'} number={lines.emergency} />
            {lines.police && <Line label="Police" number={lines.police} />}
            {lines.crisis && <Line label={crisisLabel(lines.crisis)} number={lines.crisis.number} />}
            {lines.abuse && <Line label="Violence at home" number={lines.abuse.number} />}
            {lines.poison && <Line label="Poisoning" number={lines.poison.number} />}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function crisisLabel({ takesTexts }: HelpLine): string {
  return takesTexts ? 'In a crisis, call or text' : 'In a crisis'
}

function Line({ label, number }: { label: string; number: string }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">
        <a href={`tel:${number.replace(/[^\d+*#]/g, '')}`}>{number}</a>
      </dd>
    </div>
  )
}
