import { useRef } from 'react'
import { copyTextOf } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'

interface SecretLineProps {
  /** The name that screen readers announce: "The secret". */
  label: string
  text: string
}

/** A text to be copied into another program. */
export function SecretLine({ label, text }: SecretLineProps) {
  const code = useRef<HTMLElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code
        ref={code}
        className="min-w-0 grow basis-64 rounded-control border border-line bg-sunk px-3.5 py-2.5 text-sm wrap-anywhere"
      >
        {text}
      </code>
      <Button aria-label={`Copy: ${label.toLowerCase()}`} onClick={() => void copyTextOf(code.current)}>
        Copy
      </Button>
    </div>
  )
}
