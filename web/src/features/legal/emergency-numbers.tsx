/** Among them are the crisis lines that the assistants name (server/src/features/assistants/catalogue). */
const NUMBERS = [
  {
    place: 'United States and Canada',
    lines: [
      { label: 'Emergency', dial: '911', shown: '911' },
      { label: 'In a crisis, call or text', dial: '988', shown: '988' },
    ],
  },
  {
    place: 'United Kingdom and Ireland',
    lines: [
      { label: 'Emergency', dial: '112', shown: '999 or 112' },
      { label: 'Samaritans', dial: '116123', shown: '116 123' },
    ],
  },
  { place: 'European Union', lines: [{ label: 'Emergency', dial: '112', shown: '112' }] },
  {
    place: 'Australia',
    lines: [
      { label: 'Emergency', dial: '000', shown: '000' },
      { label: 'Lifeline', dial: '131114', shown: '13 11 14' },
    ],
  },
] as const

export function EmergencyNumbers() {
  return (
    <ul className="kept-list grid gap-3 sm:grid-cols-2">
      {NUMBERS.map(({ place, lines }) => (
        <li key={place} className="rounded-card border border-line bg-raised p-4 sm:px-5 print:break-inside-avoid">
          <h3 className="text-lg">{place}</h3>
          <dl className="mt-1">
            {lines.map(({ label, dial, shown }) => (
              <div key={label} className="flex min-h-9 flex-wrap items-center justify-between gap-x-4">
                <dt className="text-ink-soft">{label}</dt>
                <dd className="shrink-0 text-lg font-semibold tabular-nums">
                  <a href={`tel:${dial}`}>{shown}</a>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
