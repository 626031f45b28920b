export interface KeptThing {
  what: string
  /** A description of the data. */
  holds: string
  why: string
  until: string
}

/** Stored data with reasons and periods: a table on wide screens, cards on phones, a single list for screen readers. */
export function KeptList({ things }: { things: readonly KeptThing[] }) {
  return (
    <ul className="kept-list grid gap-3">
      {things.map(({ what, holds, why, until }) => (
        <li
          key={what}
          className="rounded-card border border-line bg-raised p-4 sm:px-5 print:break-inside-avoid print:p-2"
        >
          <h3 className="text-lg">{what}</h3>
          <p className="mt-1">{holds}</p>
          <dl className="mt-2 grid gap-x-3 gap-y-1 text-[0.9375rem] text-ink-soft sm:grid-cols-[3.5rem_1fr]">
            <dt className="font-medium text-ink">Why</dt>
            <dd>{why}</dd>
            <dt className="font-medium text-ink max-sm:mt-1">Until</dt>
            <dd>{until}</dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}
