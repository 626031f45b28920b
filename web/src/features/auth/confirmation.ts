/** What the address says about a confirmation link that led here; null when none did. */
export function readConfirmation(search: string): 'confirmed' | 'failed' | null {
  const query = new URLSearchParams(search)
  if (query.get('error') === 'link-invalid') return 'failed'
  return query.has('confirmed') ? 'confirmed' : null
}
