import { NavLink } from 'react-router'
import { authLink } from '../../lib/auth-link.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { offerTo, type HeaderProps } from './header-props.ts'
import { Logo } from '../../ui/logo.tsx'
import { PhoneMenu } from './phone-menu.tsx'

const NAV_LINK =
  'relative inline-flex min-h-11 items-center rounded-full px-2 font-medium text-ink-soft transition-colors duration-150 hover:text-ink ' +
  'min-[54rem]:px-3.5 lg:px-4 aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 ' +
  'min-[54rem]:aria-[current=page]:after:inset-x-4 aria-[current=page]:after:bottom-1.5 aria-[current=page]:after:h-0.5 aria-[current=page]:after:rounded-full aria-[current=page]:after:bg-accent'

/** The minimum width keeps the layout the same for "log in" and "log out". */
const LOGIN_WIDTH = 'min-w-19 justify-center min-[54rem]:min-w-24'

/** The minimum width keeps the layout the same with and without a plan. */
const OFFER = 'ml-2 min-w-35 max-[54rem]:px-4 min-[54rem]:ml-3 min-[54rem]:min-w-37'

/** The header, fixed at the top of every screen. On phones its links are in a menu. */
export function Header(props: HeaderProps) {
  const { isSignedIn, person, onOpenCatalogue, onOpenCalls, onLogOut } = props
  return (
    <header className="fixed inset-x-0 top-0 z-30 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-5 sm:px-8">
        <NavLink
          to="/"
          end
          aria-label="Voxhall, home"
          className="-ml-1 inline-flex min-h-11 items-center rounded-control px-1 text-accent"
        >
          <Logo className="[&>span]:text-ink" />
        </NavLink>
        <nav aria-label="Main" className="ml-auto hidden items-center md:flex">
          {/* Appears once the session is known. It comes first, so that it does not shift other links under the
             pointer. */}
          {person === null ? null : <AccountMenu person={person} className={NAV_LINK} onOpenCalls={onOpenCalls} />}
          <button type="button" data-opens="catalogue" className={NAV_LINK} onClick={onOpenCatalogue}>
            AI Assistants
          </button>
          <NavLink to="/pricing" className={NAV_LINK}>
            Plans & Pricing
          </NavLink>
          {isSignedIn ? (
            <button type="button" className={`${NAV_LINK} ${LOGIN_WIDTH}`} onClick={onLogOut}>
              Log out
            </button>
          ) : (
            <NavLink {...authLink('sign-in')} className={`${NAV_LINK} ${LOGIN_WIDTH}`}>
              Log in
            </NavLink>
          )}
          <ButtonLink {...offerTo(person)} kind="ink" className={OFFER} />
        </nav>
        <PhoneMenu {...props} />
      </div>
    </header>
  )
}
