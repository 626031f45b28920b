import { notify } from './notify.ts'

/**
 * Opens an empty tab for a page whose address is not known yet. Must be called directly in the click: browsers block a
 * tab opened after a request as a pop-up. If it was blocked all the same, `show` offers the page in a toast.
 */
export function openLateTab() {
  const tab = window.open('', '_blank')
  // The new tab will show another company's page, which must not reach this one.
  if (tab) tab.opener = null
  return {
    /** @param title of the toast: the page is ready */
    show(url: string, title: string): void {
      if (tab) return tab.location.replace(url)
      notify({
        kind: 'plain',
        title,
        description: 'Your browser stopped it from opening in a new tab.',
        action: { label: 'Open', onPress: () => window.open(url, '_blank', 'noopener') },
      })
    },
    close: () => tab?.close(),
  }
}
