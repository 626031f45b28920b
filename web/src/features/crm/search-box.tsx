import { CRM_SEARCH_MAX_CHARS } from '#contract/crm-lists.ts'
import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useState } from 'react'

/** Longer than the pause between two keystrokes, short enough to feel immediate. */
const TYPING_PAUSE_MS = 250

/** Searches after a pause in typing. When the address changes (back button), the box is filled from it again. */
export function SearchBox({ q, label, onSearch }: { q: string; label: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q)
  const [shownFor, setShownFor] = useState(q)
  if (shownFor !== q) {
    setShownFor(q)
    if (text.trim() !== q) setText(q)
  }
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === q) return
    const timer = setTimeout(() => search(wanted), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, q])

  return (
    <div className="relative min-w-0 grow max-md:basis-full md:max-w-80 md:basis-36">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-ink-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={CRM_SEARCH_MAX_CHARS}
        autoComplete="off"
        spellCheck={false}
        className="min-h-11 w-full rounded-control border border-line-strong bg-raised pr-3 pl-10 text-base placeholder:text-ink-soft"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text.trim())
        }}
      />
    </div>
  )
}

/**
 * Classes of the buttons in the top bar. On phones they are smaller and have no icons, so that they fit in two lines.
 */
export const BAR_BUTTON = 'max-sm:grow max-sm:px-3 max-sm:text-[0.9375rem] max-sm:[&>svg]:hidden'
