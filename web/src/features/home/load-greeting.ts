import type { Greeting } from '#contract/speech.ts'
import { apiFetch } from '../../lib/api-fetch.ts'

/**
 * Loads the times of an assistant's words and visemes in its greeting. Throws an `ApiProblem`. Does not use the typed
 * client, which would have to be loaded on every visit for this single request.
 */
export async function loadGreeting(assistantId: string): Promise<Greeting> {
  const response = await apiFetch(`/api/assistants/${assistantId}/greeting`)
  return response.json() as Promise<Greeting>
}
