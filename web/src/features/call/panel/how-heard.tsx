import type { ReactNode } from 'react'
import { PanelAlert } from '../../../ui/panel-alert.tsx'
import { EarsChoice } from '../speech/ears-choice.tsx'
import type { Ears } from '../speech/use-ears.ts'

interface EarsPartProps {
  ears: Ears
  name: string
}

/** Asks before the first call which recogniser to use, and says why the browser's recogniser failed. */
export function EarsQuestion({ ears, name }: EarsPartProps) {
  return (
    <>
      {ears.isAsked ? <EarsChoice chosen={ears.chosen} onChoose={ears.choose} name={name} /> : null}
      {ears.failure === null ? null : (
        <PanelAlert title={ears.failure} serious={false}>
          <p className="mt-1">
            This site’s own speech recognition listens instead, for the questions that {name} knows.
          </p>
        </PanelAlert>
      )}
    </>
  )
}

/** The settings in which the choice of recogniser can be changed later. Renders nothing when there are no settings. */
export function HowHeard({ ears, name, children }: EarsPartProps & { children?: ReactNode }) {
  const isChoice = ears.isOffered && !ears.isAsked
  if (!isChoice && children === undefined) return null
  return (
    <details className="group text-[0.9375rem]">
      <summary className="flex min-h-9 max-sm:min-h-11 items-center font-semibold text-ink-soft hover:text-ink">
        <span className="underline decoration-line-strong underline-offset-4">How you are heard</span>
      </summary>
      <div className="mt-1.5 flex flex-col gap-3.5">
        {children}
        {isChoice ? <EarsChoice chosen={ears.listening} onChoose={ears.choose} name={name} /> : null}
      </div>
    </details>
  )
}
