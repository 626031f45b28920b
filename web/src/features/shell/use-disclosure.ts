import { useEffect, useRef, useState } from 'react'

/** The state of a menu opened by a button. Escape, a press or the focus elsewhere, and going back close it. */
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
    // Going back shows another screen. In Safari it may have had the focus all along, so `focusin` does not fire.
    window.addEventListener('popstate', () => setOpen(false), abort)
    return () => abort.abort()
  }, [open])

  /**
   * Moves the focus to the button first: a dialog that opens returns the focus on closing, and the closed menu cannot
   * take it.
   */
  const closeAnd = (action: () => void) => () => {
    toggle.current?.focus()
    setOpen(false)
    action()
  }
  return { open, setOpen, root, toggle, closeAnd }
}
