import { notify } from './notify.ts'

/**
 * Copies the text of an element and confirms it in a toast. If the browser refuses, selects the text to be copied by hand.
 * @returns whether the text was copied
 */
export async function copyTextOf(element: HTMLElement | null, description?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element?.textContent ?? '')
    notify({ kind: 'success', title: 'Copied', ...(description !== undefined && { description }) })
    return true
  } catch {
    if (element) window.getSelection()?.selectAllChildren(element)
    notify({
      kind: 'plain',
      title: 'Your browser did not allow copying',
      description: 'The text is selected. Copy it from there.',
    })
    return false
  }
}
