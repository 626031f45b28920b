import { Link } from 'react-router'
import { authLink } from '../../lib/auth-link.ts'

interface FooterProps {
  /** For people who may talk, and so may have calls to read. */
  onOpenCalls?: () => void
}

export function Footer({ onOpenCalls }: FooterProps) {
  return (
    <footer className="mt-24 border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-8 text-[0.9375rem] text-ink-soft sm:px-8">
        <p>Everyone in this hall is an AI. What they say is general information.</p>
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {onOpenCalls === undefined ? null : (
            <li>
              <button
                type="button"
                className="inline-block py-1 underline-offset-4 hover:text-ink hover:underline"
                onClick={onOpenCalls}
              >
                Your calls
              </button>
            </li>
          )}
          <li>
            <Link to="/pricing" className="inline-block py-1 underline-offset-4 hover:text-ink hover:underline">
              Plans & Pricing
            </Link>
          </li>
          <li>
            <Link
              {...authLink('teams')}
              className="inline-block py-1 underline-offset-4 hover:text-ink hover:underline"
            >
              Teams
            </Link>
          </li>
        </ul>
      </div>
    </footer>
  )
}
