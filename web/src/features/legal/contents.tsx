import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState } from 'react'

interface ContentsProps {
  sections: readonly { id: string; title: string }[]
}

/** The table of contents beside the text on wide screens. It stays in view and marks the current section. */
export function Contents({ sections }: ContentsProps) {
  const current = useSectionInView(sections)
  return (
    <nav aria-label="On this page" className="hidden lg:block print:hidden">
      <ol className="sticky top-24 grid max-h-[calc(100dvh-8rem)] overflow-y-auto text-[0.9375rem]">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="block border-l-2 border-line py-1.5 pl-3 leading-snug text-ink-soft no-underline transition-colors duration-150 hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The table of contents above the text on narrow screens, collapsed. */
export function ContentsFolded({ sections }: ContentsProps) {
  return (
    <details className="group mb-10 rounded-card border border-line lg:hidden print:hidden">
      <summary className="flex min-h-12 list-none items-center justify-between rounded-card px-4 font-medium [&::-webkit-details-marker]:hidden">
        On this page
        <ChevronDown aria-hidden className="size-5 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <ol className="px-4 pb-3">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center text-ink-soft underline-offset-4 hover:text-ink hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The last section whose top has passed the upper third of the window; null above the first one. */
function useSectionInView(sections: readonly { id: string }[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const elements = sections.flatMap(({ id }) => document.getElementById(id) ?? [])
    const seen = new Set<Element>()
    // Everything above that line counts as intersecting, so that exactly the sections begun so far intersect.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target)
          else seen.delete(target)
        }
        setCurrent(elements.findLast((element) => seen.has(element))?.id ?? null)
      },
      { rootMargin: '100000px 0px -66% 0px' },
    )
    for (const element of elements) observer.observe(element)
    return () => observer.disconnect()
  }, [sections])
  return current
}
