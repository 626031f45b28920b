import type { ShownCard } from '#contract/realtime.ts'
import ExternalLink from 'lucide-react/icons/external-link'
import X from 'lucide-react/icons/x'
import { buttonClass } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

interface ShownCardPanelProps {
  card: ShownCard
  onClose: () => void
}

/** A link or picture shown by the assistant. Both addresses were checked to be https when they arrived. */
export function ShownCardPanel({ card, onClose }: ShownCardPanelProps) {
  const { title, text, url, imageUrl } = card
  return (
    <section aria-label={title} className="overflow-hidden rounded-card border border-line bg-raised">
      {imageUrl === null ? null : (
        <img src={imageUrl} alt={title} referrerPolicy="no-referrer" className="max-h-60 w-full object-cover" />
      )}
      <div className="flex items-start gap-3 px-4 py-3">
        <div className="min-w-0 flex-1 text-[0.9375rem] wrap-anywhere">
          <p className="font-semibold">{title}</p>
          {text === null ? null : <p className="mt-0.5 whitespace-pre-line">{text}</p>}
          {url === null ? null : (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ size: 'dense', className: 'mt-2.5' })}
            >
              Open {new URL(url).hostname}
              <ExternalLink aria-hidden className="size-4" />
              <span className="sr-only">(in a new tab)</span>
            </a>
          )}
        </div>
        <IconButton aria-label={`Close ${title}`} className="-my-1.5 -mr-2 hover:bg-sunk" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
    </section>
  )
}
