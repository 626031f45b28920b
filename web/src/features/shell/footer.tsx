import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { authLink } from '../../lib/auth-link.ts'
import { Logo } from '../../ui/logo.tsx'

/** The year of first publication, which stays the same in later years. */
const PUBLISHED_IN = 2026

interface FooterProps {
  isSignedIn: boolean
  /** Present for people who may talk and so may have calls to read. */
  onOpenCalls?: () => void
}

const ENTRY =
  'inline-flex min-h-8 max-sm:min-h-11 max-sm:min-w-11 items-center underline-offset-4 hover:text-ink hover:underline'

export function Footer({ isSignedIn, onOpenCalls }: FooterProps) {
  return (
    <footer
      id="footer"
      className="mt-28 border-t border-line far-below [contain-intrinsic-height:auto_36.5rem] sm:[contain-intrinsic-height:auto_25.5rem] md:[contain-intrinsic-height:auto_17.5rem]"
    >
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-10 px-5 pt-12 pb-10 text-ink-soft sm:px-8 md:grid-cols-[1fr_auto] md:pt-14">
        <div className="max-w-[26em]">
          <Logo className="text-accent [&>span]:text-ink" />
          <p className="mt-4">Every assistant here is an AI. What they say is general information.</p>
        </div>
        <nav
          aria-label="Footer"
          className="grid grid-cols-2 gap-x-12 gap-y-8 text-[0.9375rem] max-[18rem]:grid-cols-1 sm:grid-cols-3 lg:gap-x-20"
        >
          <Column title="Product">
            <Entry to="/pricing">Plans</Entry>
            {isSignedIn ? <Entry to="/assistants">My assistants</Entry> : null}
            {isSignedIn ? <Entry to="/account">Your account</Entry> : null}
            {onOpenCalls === undefined ? null : (
              <button type="button" className={ENTRY} onClick={onOpenCalls}>
                Your calls
              </button>
            )}
            <Entry {...authLink('teams')}>Teams</Entry>
          </Column>
          <Column title="About">
            <Entry to="/contact">Contact</Entry>
            <Entry to="/responsible-ai">Responsible AI</Entry>
          </Column>
          <Column title="Legal">
            <Entry to="/privacy">Privacy</Entry>
            <Entry to="/terms">Terms</Entry>
          </Column>
        </nav>
        <p className="border-t border-line pt-6 text-[0.875rem] md:col-span-2">© {PUBLISHED_IN} Voxhall</p>
      </div>
    </footer>
  )
}

function Entry(link: LinkProps) {
  return <Link {...link} className={ENTRY} />
}

function Column({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <div>
      <p className="font-semibold text-ink">{title}</p>
      <ul className="mt-2 grid gap-0.5">
        {children.map((entry, place) => (entry === null ? null : <li key={place}>{entry}</li>))}
      </ul>
    </div>
  )
}
