import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { KeysPart } from './keys-part.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { WebhooksPart } from './webhooks-part.tsx'

/** The webhooks and API keys by which an owner's other programs get data. */
export function ConnectionsPage() {
  return (
    <>
      <p>
        <Link
          to="/assistants"
          className="-ml-1 inline-flex min-h-11 items-center gap-1.5 text-[0.9375rem] text-ink-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4" />
          My assistants
        </Link>
      </p>
      <h1 className="mt-2 text-4xl sm:text-6xl">Connections</h1>
      <p className="mt-3 max-w-[62ch] text-lg text-ink-soft">
        Tell your other programs what happens with your assistants, or let them look it up.
      </p>
      <div ref={keepFocus} className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-14 sm:mt-12 sm:gap-16">
        <WebhooksPart />
        <KeysPart />
      </div>
    </>
  )
}
