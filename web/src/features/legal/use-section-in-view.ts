import { useEffect, useState } from 'react'

/** The last section whose top has passed the upper third of the window; none above the first. */
export function useSectionInView(sections: readonly { id: string }[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const elements = sections.flatMap(({ id }) => document.getElementById(id) ?? [])
    const seen = new Set<Element>()
    // Everything above the line counts as in view, so that exactly the sections that were begun are seen.
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
