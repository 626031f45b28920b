import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { Link, NavLink } from 'react-router'
import { authLink } from '../../lib/auth-link.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useCloseByBack } from '../../ui/close-by-back.ts'
import { AccountItems } from './account-menu.tsx'
import { offerTo, type HeaderProps } from './header-props.ts'
import { useDisclosure } from './use-disclosure.ts'

const ITEM =
  'flex min-h-14 w-full items-center rounded-control px-3 text-left font-display text-2xl font-semibold tracking-tight hover:bg-sunk ' +
  'aria-[current=page]:text-accent-ink'

/** The header's links on phones, in a menu behind a button. */
export function PhoneMenu({ isSignedIn, person, onOpenCatalogue, onOpenCalls, onLogOut }: HeaderProps) {
  const { open, setOpen, root, toggle, closeAnd } = useDisclosure()
  const menuId = useId()
  // The menu covers the screen like a dialog, so going back closes it and stays on the page.
  useCloseByBack(open, () => {
    toggle.current?.focus()
    setOpen(false)
  })

  return (
    <div ref={root} className="ml-auto flex items-center gap-2 md:hidden">
      {/* With large type or on tiny screens there is no room for both, and the link is in the menu instead. */}
      <ButtonLink {...offerTo(person)} kind="ink" size="small" className="min-w-33 max-[20.5rem]:hidden" />
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
        {/* Rendered only while open, so that each of its texts is in the page only once. */}
        {open ? (
          <>
            <button type="button" data-opens="catalogue" className={ITEM} onClick={closeAnd(onOpenCatalogue)}>
              AI Assistants
            </button>
            <NavLink to="/pricing" className={ITEM} onClick={() => setOpen(false)}>
              Plans & Pricing
            </NavLink>
            {person === null ? null : (
              <AccountItems className={ITEM} onClose={() => setOpen(false)} onOpenCalls={closeAnd(onOpenCalls)} />
            )}
            {isSignedIn ? (
              <button type="button" className={ITEM} onClick={closeAnd(onLogOut)}>
                Log out
              </button>
            ) : (
              <NavLink {...authLink('sign-in')} className={ITEM} onClick={() => setOpen(false)}>
                Log in
              </NavLink>
            )}
            {person?.hasPlan === true ? null : (
              <Link {...offerTo(person)} className={`${ITEM} min-[20.5rem]:hidden`} onClick={() => setOpen(false)} />
            )}
          </>
        ) : null}
      </nav>
    </div>
  )
}
