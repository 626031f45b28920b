import { CATEGORIES } from '#contract/catalogue.ts'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import type { AssistantSearch } from './find-assistants.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

const CHIP =
  'min-h-9 max-sm:min-h-11 shrink-0 rounded-full border border-line-strong px-3.5 text-[0.875rem] font-medium text-ink-soft ' +
  'transition-colors duration-150 hover:border-ink hover:text-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper'

interface CatalogueFilterProps {
  search: AssistantSearch
  onChange: (search: AssistantSearch) => void
}

/** A search box, and a chip for each category. */
export function CatalogueFilter({ search, onChange }: CatalogueFilterProps) {
  const box = useRef<HTMLInputElement>(null)
  const chips: (string | null)[] = [null, ...CATEGORIES]

  return (
    <div role="search" aria-label="AI Assistants">
      <div className="relative max-w-md">
        <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-ink-soft" />
        <input
          ref={box}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label="Search assistants"
          placeholder="Search by name or subject"
          value={search.words}
          onChange={(event) => onChange({ ...search, words: event.target.value })}
          className="min-h-12 w-full rounded-full border border-line-strong bg-raised pr-13 pl-12 text-base placeholder:text-ink-soft"
        />
        {search.words === '' ? null : (
          <IconButton
            aria-label="Clear the search"
            className="absolute inset-y-0 right-0.5 my-auto"
            onClick={() => {
              onChange({ ...search, words: '' })
              box.current?.focus()
            }}
          >
            <X aria-hidden className="size-4.5" />
          </IconButton>
        )}
      </div>
      <div
        role="group"
        aria-label="Show a field"
        className="-mx-5 mt-3 flex gap-2 overflow-x-auto px-5 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        {chips.map((label) => (
          <button
            key={label ?? ''}
            type="button"
            aria-pressed={search.category === label}
            className={CHIP}
            onClick={() => onChange({ ...search, category: label })}
          >
            {label ?? 'All fields'}
          </button>
        ))}
      </div>
    </div>
  )
}
