import type { ReactNode } from 'react'
import { Link } from 'react-router'

const LINK_CLASS = 'font-medium text-accent-ink underline underline-offset-4 hover:decoration-2'

interface OtherWaysProps {
  onOpenCatalogue: () => void
}

/** Quicker ways than a message, and what to do in an emergency instead of writing. */
export function OtherWays({ onOpenCatalogue }: OtherWaysProps) {
  return (
    <aside aria-label="Other ways" className="grid content-start gap-8 sm:grid-cols-2 lg:grid-cols-1">
      <Way title="Quicker than writing">
        <ul className="mt-2 grid gap-1">
          <li>
            <Link to="/pricing" className={`${LINK_CLASS} inline-block py-1`}>
              What the plans cost and include
            </Link>
          </li>
          <li>
            <button type="button" className={`${LINK_CLASS} inline-block py-1 text-left`} onClick={onOpenCatalogue}>
              Hear an assistant for yourself
            </button>
          </li>
          <li>
            <Link to="/responsible-ai" className={`${LINK_CLASS} inline-block py-1`}>
              What the assistants may and may not do
            </Link>
          </li>
          <li>
            <Link to="/privacy" className={`${LINK_CLASS} inline-block py-1`}>
              What we keep about you
            </Link>
          </li>
        </ul>
      </Way>
      <Way title="In an emergency">
        <p className="mt-2 text-ink-soft">
          Please don’t write to us: these messages are not read around the clock. Call your local emergency number, such
          as{' '}
          <a href="tel:112" className={LINK_CLASS}>
            112
          </a>{' '}
          in Europe or{' '}
          <a href="tel:911" className={LINK_CLASS}>
            911
          </a>{' '}
          in North America.
        </p>
        <p className="mt-2">
          <Link to="/responsible-ai#emergency" className={`${LINK_CLASS} inline-block py-1`}>
            More numbers, including crisis lines
          </Link>
        </p>
      </Way>
    </aside>
  )
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}
