import type { ReactNode } from 'react'

/** The few sentences for those who read no more than that. */
export function InShort({ points }: { points: readonly ReactNode[] }) {
  return (
    <section
      aria-labelledby="in-short"
      className="mt-10 grid gap-x-16 gap-y-5 rounded-[22px] border border-line bg-raised p-6 sm:mt-12 sm:p-9 lg:grid-cols-[13rem_minmax(0,1fr)] print:border-line-strong print:p-4 print:shadow-none"
    >
      <h2 id="in-short" className="flex items-center gap-3 self-start text-2xl lg:text-3xl">
        <svg aria-hidden viewBox="0 0 20 24" className="h-7 w-6 shrink-0 fill-none stroke-accent stroke-2">
          <path d="M1 23V10a9 9 0 0 1 18 0v13Z" strokeLinejoin="round" />
          <path d="m6.2 13.4 2.8 2.9 5-5.6" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        In short
      </h2>
      <ul className="grid gap-x-12 gap-y-4 xl:grid-cols-2">
        {points.map((point, place) => (
          // The points are fixed text in a fixed order.
          // oxlint-disable-next-line react/no-array-index-key
          <li
            key={place}
            className="max-w-[60ch] border-l-2 border-line-strong pl-4 [&_a]:text-accent-ink [&_a]:underline [&_a]:underline-offset-4"
          >
            {point}
          </li>
        ))}
      </ul>
    </section>
  )
}
