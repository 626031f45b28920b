import { useId, type ReactNode } from 'react'

interface AccountSectionProps {
  title: string
  /** A sentence under the title. */
  about?: string
  children: ReactNode
}

/** A heading at the side, and what belongs to it; on phones one above the other. */
export function AccountSection({ title, about, children }: AccountSectionProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-12 gap-y-5 border-t border-line py-9 sm:py-11 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={titleId} className="text-2xl">
          {title}
        </h2>
        {about === undefined ? null : <p className="mt-2 max-w-[46ch] text-[0.9375rem] text-ink-soft">{about}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
