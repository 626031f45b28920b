/** What the address says about a confirmation link that led here; null when none did. */
export function readConfirmation(search: string): 'confirmed' | 'failed' | null {
  const query = new URLSearchParams(search)
  if (!query.has('confirmed')) return null
  // Better Auth adds `error=…` to the address it was given when the link is stale.
  return query.has('error') ? 'failed' : 'confirmed'
}
