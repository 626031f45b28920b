import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { useCloseByBack } from './close-by-back.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** A sentence under the title; dialogs without one need none to be understood. */
  description?: ReactNode
  /** How wide it may get: a question, a form, or a whole gallery. */
  width?: 'narrow' | 'medium' | 'wide'
  /** A click on the shade does nothing: something would be lost that a slip of the finger should not cost. */
  staysOnShade?: boolean
  children: ReactNode
}

const PLACE = {
  narrow: 'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-dvh max-sm:rounded-t-[22px] sm:max-w-md',
  medium: 'max-sm:inset-0 sm:max-w-3xl',
  wide: 'max-sm:inset-0 sm:max-w-6xl',
}

/**
 * A modal dialog. It fills a phone's screen, or lies at its foot when it is a question only; on larger screens it floats.
 * Escape, the cross and the shade close it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = 'medium',
  staysOnShade = false,
  children,
}: DialogProps) {
  useCloseByBack(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-shade" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onInteractOutside={staysOnShade ? (event) => event.preventDefault() : keepOpenForNotices}
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnFocus}
          className={clsx(
            'fixed z-50 flex animate-rise flex-col overflow-hidden bg-paper text-ink',
            // A notice at the foot of the screen lies below the dialog, and not on its buttons.
            'max-sm:pb-[var(--site-notice,0px)] sm:max-h-[calc(100dvh-3rem-2*var(--site-notice,0px))]',
            'sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-3rem)]',
            'sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-[22px] sm:shadow-raised',
            PLACE[width],
          )}
        >
          <div
            ref={keepNoticesBelow}
            className="flex items-start justify-between gap-4 border-b border-line px-5 pt-5 pb-4 sm:px-8 sm:pt-7"
          >
            <div>
              <Radix.Title className="text-2xl sm:text-3xl">{title}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description className="mt-1.5 max-w-[60ch] text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mt-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunk hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 scroll-pb-28 overflow-y-auto overscroll-contain px-5 py-5 sm:px-8 sm:py-7">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Notices lie outside of the dialog; pressing one is no wish to close it. */
function keepOpenForNotices(event: Event & { detail?: { originalEvent?: Event } }): void {
  const target = event.detail?.originalEvent?.target ?? event.target
  if (target instanceof Element && target.closest('[data-sonner-toaster], [data-site-notice]') !== null)
    event.preventDefault()
}

/**
 * What had the focus on the page before a dialog took it. One for all dialogs, since one may open another:
 * the last to close hands the focus back to the page.
 */
let opener: HTMLElement | null = null

/** To be called while the dialog is about to take the focus. */
function rememberOpener(): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return
  if (focused.closest('[role="dialog"]') === null) opener = focused
}

/** To be called when a dialog has gone. Keeps Radix from its own way, which knows only triggers of its own. */
function returnFocus(event: Event): void {
  event.preventDefault()
  if (document.querySelector('[role="dialog"]') === null && opener?.isConnected === true) opener.focus()
}

const VARIABLE = '--dialog-head'
/** Of the dialog that opened last: one may open before another has closed. */
let last: HTMLElement | null = null

/**
 * For the head of a dialog, as its ref. Says in a variable of the page how high it is: on phones, where dialogs fill the
 * screen, notices lie under it.
 */
function keepNoticesBelow(head: HTMLElement | null): (() => void) | undefined {
  if (head === null) return undefined
  const { style } = document.documentElement
  last = head
  const observer = new ResizeObserver(() => {
    if (last === head) style.setProperty(VARIABLE, `${head.offsetHeight}px`)
  })
  observer.observe(head)
  return () => {
    observer.disconnect()
    if (last !== head) return
    last = null
    style.removeProperty(VARIABLE)
  }
}
