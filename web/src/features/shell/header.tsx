import { Menu, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { authLink } from '../../lib/auth-link.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Logo } from './logo.tsx'

interface HeaderProps {
  isSignedIn: boolean
  onOpenCatalogue: () => void
  onLogOut: () => void
}

const NAV_LINK =
  'inline-flex min-h-11 items-center rounded-full px-4 font-medium text-ink-soft transition-colors duration-150 hover:text-ink'

/** Fixed at the top of every screen. On phones the links fold into a menu. */
export function Header({ isSignedIn, onOpenCatalogue, onLogOut }: HeaderProps) {
  return (
    <header className="fixed inset-x-0 top-0 z-30 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-5 sm:px-8">
        <Link to="/" aria-label="Voxhall, home" className="-ml-1 rounded-control p-1 text-accent">
          <Logo className="[&>span]:text-ink" />
        </Link>
        <nav aria-label="Main" className="ml-auto hidden items-center md:flex">
          <button type="button" className={NAV_LINK} onClick={onOpenCatalogue}>
            AI Assistants
          </button>
          <Link to="/pricing" className={NAV_LINK}>
            Plans & Pricing
          </Link>
          <LogInOrOut isSignedIn={isSignedIn} onLogOut={onLogOut} className={NAV_LINK} />
          <Link {...authLink('sign-up')} className={buttonClass({ kind: 'ink', size: 'small', className: 'ml-3' })}>
            Subscribe now
          </Link>
        </nav>
        <PhoneMenu isSignedIn={isSignedIn} onOpenCatalogue={onOpenCatalogue} onLogOut={onLogOut} />
      </div>
    </header>
  )
}

function LogInOrOut({
  isSignedIn,
  onLogOut,
  className,
}: {
  isSignedIn: boolean
  onLogOut: () => void
  className: string
}) {
  return isSignedIn ? (
    <button type="button" className={className} onClick={onLogOut}>
      Log out
    </button>
  ) : (
    <Link {...authLink('sign-in')} className={className}>
      Log in
    </Link>
  )
}

const MENU_ITEM = 'flex min-h-13 w-full items-center rounded-control px-3 text-left text-lg font-medium hover:bg-sunk'

function PhoneMenu({ isSignedIn, onOpenCatalogue, onLogOut }: HeaderProps) {
  const [open, setOpen] = useState(false)
  const menuId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const location = useLocation()

  // A new screen closes the menu, also when it was reached by the back button.
  useEffect(() => setOpen(false), [location.key])

  useEffect(() => {
    if (!open) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [open])

  const closeAnd = (action: () => void) => () => {
    setOpen(false)
    action()
  }

  return (
    <div className="ml-auto flex items-center gap-2 md:hidden">
      <Link {...authLink('sign-up')} className={buttonClass({ kind: 'ink', size: 'small' })}>
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
        className="absolute inset-x-0 top-full animate-fade border-b border-line bg-paper px-3 pt-2 pb-4 shadow-raised"
      >
        <button type="button" className={MENU_ITEM} onClick={closeAnd(onOpenCatalogue)}>
          AI Assistants
        </button>
        <Link to="/pricing" className={MENU_ITEM}>
          Plans & Pricing
        </Link>
        <LogInOrOut isSignedIn={isSignedIn} onLogOut={closeAnd(onLogOut)} className={MENU_ITEM} />
      </nav>
    </div>
  )
}
