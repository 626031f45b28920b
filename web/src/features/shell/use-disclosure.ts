import { useEffect, useRef, useState } from 'react'

/** What a button unfolds: Escape, a press or the focus elsewhere, and going back fold it again. */
export function useDisclosure() {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const abort = new AbortController()
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) === false) setOpen(false)
    }
    document.addEventListener('keydown', closeOnEscape, abort)
    document.addEventListener('pointerdown', closeOutside, abort)
    document.addEventListener('focusin', closeOutside, abort)
    // The back button leads to another screen, which in Safari may have had the focus all along.
    window.addEventListener('popstate', () => setOpen(false), abort)
    return () => abort.abort()
  }, [open])

  /** A dialog returns the focus to what had it, and nothing in a folded menu can have it. */
  const closeAnd = (action: () => void) => () => {
    toggle.current?.focus()
    setOpen(false)
    action()
  }
  return { open, setOpen, root, toggle, closeAnd }
}
