import { notify } from '../../../lib/notify.ts'

/** Puts an address on the clipboard, and says so. Where the browser refuses, it is shown to be copied by hand. */
export async function copyText(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    notify({ kind: 'success', title: 'The address is copied', description: address })
  } catch {
    notify({ kind: 'plain', title: 'Copy the address from here', description: address, durationMs: 30_000 })
  }
}
