import { Menu, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { authLink } from '../../lib/auth-link.ts'
import { buttonClass } from '../../ui/button.tsx'

interface PhoneMenuProps {
  isSignedIn: boolean
  hasAccount: boolean
  onOpenCatalogue: () => void
  onLogOut: () => void
}

const ITEM =
  'flex min-h-14 w-full items-center rounded-control px-3 text-left font-display text-2xl font-semibold tracking-tight hover:bg-sunk ' +
  'aria-[current=page]:text-accent-ink'

/** The header's links, folded away behind a button. */
export function PhoneMenu({ isSignedIn, hasAccount, onOpenCatalogue, onLogOut }: PhoneMenuProps) {
  const [open, setOpen] = useState(false)
  const menuId = useId()
  const root = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const abort = new AbortController()
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) === false) setOpen(false)
    }
    document.addEventListener('keydown', closeOnEscape, abort)
    document.addEventListener('pointerdown', closeOutside, abort)
    document.addEventListener('focusin', closeOutside, abort)
    // The back button leads to another screen, which in Safari may have had the focus all along.
    window.addEventListener('popstate', () => setOpen(false), abort)
    return () => abort.abort()
  }, [open])

  const closeAnd = (action: () => void) => () => {
    // A dialog returns the focus to what had it, and nothing in a folded menu can have it.
    toggle.current?.focus()
    setOpen(false)
    action()
  }

  return (
    <div ref={root} className="ml-auto flex items-center gap-2 md:hidden">
      {/* Where letters are large or the screen is tiny, it lies in the menu: both do not fit. */}
      <Link
        {...authLink('sign-up')}
        className={buttonClass({ kind: 'ink', size: 'small', className: 'min-h-10 max-[20.5rem]:hidden' })}
      >
        Subscribe now
      </Link>
      <button
        ref={toggle}
        type="button"
        aria-expanded={open}
        aria-controls={menuId}
        aria-label={open ? 'Close the menu' : 'Open the menu'}
        className="-mr-2 grid size-11 place-items-center rounded-full hover:bg-sunk"
        onClick={() => setOpen(!open)}
      >
        {open ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
      </button>
      <nav
        id={menuId}
        aria-label="Main"
        hidden={!open}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] animate-fade overflow-y-auto overscroll-contain border-b border-line bg-paper px-2 pt-3 pb-5 shadow-raised"
      >
        {/* Folded away it holds nothing, so that each of its words is on the page once. */}
        {open ? (
          <>
            <button type="button" data-opens="catalogue" className={ITEM} onClick={closeAnd(onOpenCatalogue)}>
              AI Assistants
            </button>
            <NavLink to="/pricing" className={ITEM} onClick={() => setOpen(false)}>
              Plans & Pricing
            </NavLink>
            {hasAccount ? (
              <>
                <NavLink to="/assistants" className={ITEM} onClick={() => setOpen(false)}>
                  My assistants
                </NavLink>
                <NavLink to="/account" className={ITEM} onClick={() => setOpen(false)}>
                  Your account
                </NavLink>
              </>
            ) : null}
            {isSignedIn ? (
              <button type="button" className={ITEM} onClick={closeAnd(onLogOut)}>
                Log out
              </button>
            ) : (
              <NavLink {...authLink('sign-in')} className={ITEM} onClick={() => setOpen(false)}>
                Log in
              </NavLink>
            )}
            <Link {...authLink('sign-up')} className={`${ITEM} min-[20.5rem]:hidden`} onClick={() => setOpen(false)}>
              Subscribe now
            </Link>
          </>
        ) : null}
      </nav>
    </div>
  )
}
