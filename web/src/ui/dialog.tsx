import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { useCloseByBack } from './close-by-back.ts'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** The maximum width: for a question, a form, or a gallery. */
  width?: 'narrow' | 'medium' | 'wide'
  /** Ignores clicks on the backdrop, since closing the dialog by accident would lose something. */
  staysOnShade?: boolean
  children: ReactNode
}

const PLACE = {
  narrow: 'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-dvh max-sm:rounded-t-[22px] sm:max-w-md',
  medium: 'max-sm:inset-0 sm:max-w-3xl',
  wide: 'max-sm:inset-0 sm:max-w-6xl',
}

/**
 * A modal dialog. On phones it fills the screen, or lies at the bottom if it is only a question; on larger screens it
 * floats. Escape, the close button and a click on the backdrop close it. Mounted only while it is open.
 */
export function Dialog(props: DialogProps) {
  const { onClose, title, description, width = 'medium', staysOnShade = false, children } = props
  useCloseByBack(true, onClose)
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-shade" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onInteractOutside={staysOnShade ? (event) => event.preventDefault() : keepOpenForNotices}
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnFocus}
          className={clsx(
            'fixed z-50 flex animate-rise flex-col overflow-hidden bg-paper text-ink',
            // Leaves room for a site notice at the bottom of the screen, so that it does not cover the dialog's
            // buttons.
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
            <div className="min-w-0">
              <Radix.Title className="text-2xl wrap-anywhere sm:text-3xl">{title}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description className="mt-1.5 max-w-[60ch] text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton aria-label="Close" className="-mt-1 -mr-2 hover:bg-sunk">
                <X aria-hidden className="size-5" />
              </IconButton>
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

/** Toasts are outside of the dialog; a click on one must not close the dialog. */
function keepOpenForNotices(event: Event & { detail?: { originalEvent?: Event } }): void {
  const target = event.detail?.originalEvent?.target ?? event.target
  if (target instanceof Element && target.closest('[data-sonner-toaster], [data-site-notice]') !== null)
    event.preventDefault()
}

/**
 * The element that had the focus before a dialog opened. Shared by all dialogs, since one may open another: the last
 * one to close returns the focus.
 */
let opener: HTMLElement | null = null

/** To be called just before a dialog takes the focus. */
function rememberOpener(): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return
  if (focused.closest('[role="dialog"]') === null) opener = focused
}

/**
 * To be called when a dialog has closed. Prevents Radix's own handling, which only knows triggers rendered by Radix. If
 * the opener has disappeared, as after a deletion, the focus moves to the page's content.
 */
function returnFocus(event: Event): void {
  event.preventDefault()
  if (document.querySelector('[role="dialog"]') !== null || opener === null) return
  if (opener.isConnected) opener.focus()
  // Unless the page has moved the focus itself.
  else if (document.activeElement === document.body) {
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
}

const VARIABLE = '--dialog-head'
/** The head of the dialog that opened last; a dialog may open before another one has closed. */
let last: HTMLElement | null = null

/**
 * A ref for the head of a dialog. Publishes its height as a CSS variable: on phones, where dialogs fill the screen,
 * toasts are placed below it.
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
