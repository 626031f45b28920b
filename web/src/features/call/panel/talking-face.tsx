import type { CatalogueAssistant } from '#contract/catalogue.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import { findPerson } from '#portrait/people.ts'
import { clsx } from 'clsx'
import { useRef, useState, type ReactNode } from 'react'
import { LivingPortrait } from '../../../ui/living-portrait.tsx'
import type { VoiceCall } from '../engine/voice-call.ts'
import { createLiveFace, FLAT_VOICE_LINE, VOICE_LINE_HEIGHT, VOICE_LINE_WIDTH } from './live-face.ts'

/** The assistant as a call shows it. */
export interface CallPartner extends Pick<CatalogueAssistant, 'id' | 'name' | 'image'> {
  /** The position of the face in a photo; null for a drawn portrait. */
  photoFace?: PhotoFace | null
}

interface TalkingFaceProps {
  assistant: CallPartner
  call: VoiceCall
  speaking: boolean
  /** True to leave room for a message on a phone. */
  small: boolean
  /** Content shown over the face. */
  children?: ReactNode
}

/** The assistant's face, whose lips move with the voice, and the waveform below it. */
export function TalkingFace({ assistant, call, speaking, small, children }: TalkingFaceProps) {
  const line = useRef<SVGPathElement>(null)
  const [liveMoment] = useState(createLiveFace)

  return (
    <div data-niche={assistant.id} className="flex flex-col items-center">
      <div className="relative">
        <LivingPortrait
          person={findPerson(assistant.id) ?? null}
          src={assistant.image}
          face={assistant.photoFace ?? null}
          alt={assistant.name}
          momentOf={(frame, face) => liveMoment(call, frame, face, line.current)}
          data-mouth-state="closed"
          className={clsx(
            'transition-[width] duration-200 ease-calm sm:w-64',
            small ? 'w-[min(36vw,9rem,16dvh)]' : 'w-[min(58vw,15.5rem,26dvh)]',
          )}
        />
        {children}
        {speaking ? (
          <span className="absolute -bottom-3 left-1/2 flex -translate-x-1/2 animate-fade items-center gap-2 rounded-full bg-ink px-3.5 py-1 text-sm font-semibold text-paper">
            <span aria-hidden className="size-2 rounded-full bg-niche-wall" />
            Talking
          </span>
        ) : null}
      </div>
      <svg
        aria-hidden
        viewBox={`0 0 ${VOICE_LINE_WIDTH} ${VOICE_LINE_HEIGHT}`}
        className="mt-4 h-8 w-[min(58vw,15.5rem)] text-niche-line sm:w-64"
      >
        <path ref={line} d={FLAT_VOICE_LINE} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      </svg>
    </div>
  )
}
