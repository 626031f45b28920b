import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import { NavLink } from 'react-router'
import { clsx } from 'clsx'
import type { HeaderPerson } from './header-props.ts'
import { useDisclosure } from './use-disclosure.ts'

interface AccountMenuProps {
  person: HeaderPerson
  className: string
  onOpenCalls: () => void
}

const ITEM =
  'flex min-h-11 w-full items-center rounded-control px-3.5 text-left font-medium hover:bg-sunk aria-[current=page]:text-accent-ink'

export function AccountMenu({ person, className, onOpenCalls }: AccountMenuProps) {
  const { open, setOpen, root, toggle, closeAnd } = useDisclosure()
  const menuId = useId()
  const close = () => setOpen(false)
  return (
    <div ref={root} className="relative">
      <button
        ref={toggle}
        type="button"
        aria-label={`${person.shortName}, your account`}
        aria-expanded={open}
        aria-controls={menuId}
        className={clsx(className, 'gap-1.5')}
        onClick={() => setOpen(!open)}
      >
        <span className="max-w-22 truncate lg:max-w-40">{person.shortName}</span>
        <ChevronDown aria-hidden className={clsx('size-4 shrink-0 transition-transform', open && 'rotate-180')} />
      </button>
      <nav
        id={menuId}
        aria-label="Your account"
        hidden={!open}
        className="absolute top-full left-0 mt-1.5 w-56 animate-fade rounded-card border border-line bg-paper p-1.5 shadow-raised"
      >
        {/* Rendered only while open, so that each of its texts is in the page only once. */}
        {open ? (
          <>
            <p className="truncate px-3.5 pt-1.5 pb-2 text-sm text-ink-soft" title={person.email}>
              {person.email}
            </p>
            <AccountItems className={ITEM} onClose={close} onOpenCalls={closeAnd(onOpenCalls)} />
          </>
        ) : null}
      </nav>
    </div>
  )
}

interface AccountItemsProps {
  className: string
  onClose: () => void
  onOpenCalls: () => void
}

/** Links to the signed-in person's pages, shared with the menu on phones. */
export function AccountItems({ className, onClose, onOpenCalls }: AccountItemsProps) {
  return (
    <>
      <NavLink to="/account" className={className} onClick={onClose}>
        Your account
      </NavLink>
      <NavLink to="/assistants" className={className} onClick={onClose}>
        My assistants
      </NavLink>
      <button type="button" className={className} onClick={onOpenCalls}>
        Your calls
      </button>
    </>
  )
}
