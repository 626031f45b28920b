import { inkOn } from '#contract/contrast.ts'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import type { TagLook } from '#contract/website.ts'
import { clsx } from 'clsx'
import { PortraitPicture } from '../../../ui/portrait-picture.tsx'

interface LookPreviewProps {
  assistant: Pick<OwnAssistant, 'id' | 'name' | 'photoUrl' | 'photoFace'>
  look: TagLook
}

/**
 * A miniature of a web page with the assistant. For screen readers it is an image, since the form beside it holds the
 * same information.
 */
export function LookPreview({ assistant, look }: LookPreviewProps) {
  const { mode, side, label, colour, bubble } = look
  const isLeft = side === 'left'
  return (
    <div
      role="img"
      aria-label={`How ${assistant.name} looks on your page`}
      className="relative flex min-h-56 flex-col max-md:order-first md:sticky md:top-24 md:min-h-80 overflow-hidden rounded-card border border-line-strong bg-paper"
    >
      <div className="flex gap-1.5 border-b border-line bg-sunk px-4 py-3">
        {[0, 1, 2].map((dot) => (
          <span key={dot} className="size-2.5 rounded-full bg-line-strong" />
        ))}
      </div>
      {mode === 'full' ? (
        <div className="m-4 grid grow place-items-center rounded-card border border-line bg-raised p-4">
          <PortraitPicture
            id={assistant.id}
            image={assistant.photoUrl}
            face={assistant.photoFace}
            alt=""
            className="w-28"
          />
        </div>
      ) : (
        <>
          <div className="grid gap-3 p-5">
            {['w-2/5', 'w-4/5', 'w-3/4', 'w-3/5'].map((width) => (
              <span key={width} className={clsx('h-3 rounded-full bg-sunk', width)} />
            ))}
          </div>
          <div
            className={clsx(
              'absolute bottom-4 grid max-w-[85%] gap-3',
              isLeft ? 'left-4 justify-items-start' : 'right-4 justify-items-end',
            )}
          >
            {bubble === '' ? null : (
              <p className="rounded-2xl bg-raised px-4 py-2.5 text-[0.9375rem] wrap-anywhere shadow-raised">{bubble}</p>
            )}
            <PreviewButton label={label} colour={colour} />
          </div>
        </>
      )}
    </div>
  )
}

/** Styled by SVG attributes: the site's content security policy blocks inline styles. */
function PreviewButton({ label, colour }: { label: string; colour: string }) {
  const width = 44 + 8.6 * label.length
  return (
    <svg aria-hidden viewBox={`0 0 ${width} 52`} width={width} height="52" className="max-w-full">
      <rect width={width} height="52" rx="26" fill={colour} />
      <text x="50%" y="50%" dy="0.35em" textAnchor="middle" fill={inkOn(colour)} fontSize="16" fontWeight="600">
        {label}
      </text>
    </svg>
  )
}
