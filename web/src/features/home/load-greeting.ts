import type { Greeting } from '#contract/speech.ts'
import { apiFetch } from '../../lib/api-fetch.ts'

/**
 * An assistant's greeting as the mouth needs it: which shape and which word when. Throws an `ApiProblem`.
 * Not through the typed client, which would be fetched for this one question on every visit.
 */
export async function loadGreeting(assistantId: string): Promise<Greeting> {
  const response = await apiFetch(`/api/assistants/${assistantId}/greeting`)
  return response.json() as Promise<Greeting>
}
