import { useRef } from 'react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'

interface SecretLineProps {
  /** The name that screen readers announce: "The secret". */
  label: string
  text: string
}

/** A text to be copied into another program. */
export function SecretLine({ label, text }: SecretLineProps) {
  const code = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify({ kind: 'success', title: 'Copied' })
    } catch {
      if (code.current) window.getSelection()?.selectAllChildren(code.current)
      notify({
        kind: 'plain',
        title: 'Your browser did not allow copying',
        description: 'The text is selected. Copy it from there.',
      })
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code
        ref={code}
        className="min-w-0 grow basis-64 rounded-control border border-line bg-sunk px-3.5 py-2.5 text-sm wrap-anywhere"
      >
        {text}
      </code>
      <Button aria-label={`Copy: ${label.toLowerCase()}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}
