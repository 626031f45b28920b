import { apiFetch } from '../../lib/api-fetch.ts'
import type { SpokenLine } from './hero-life.ts'

/** An assistant's greeting as the mouth needs it: which shape and which word when. */
export async function loadGreeting(assistantId: string): Promise<SpokenLine> {
  const response = await apiFetch(`/api/assistants/${encodeURIComponent(assistantId)}/greeting`)
  return (await response.json()) as SpokenLine
}
