import { api } from '../../lib/api.ts'
import type { SpokenLine } from './hero-life.ts'

/** An assistant's greeting as the mouth needs it: which shape and which word when. Throws an `ApiProblem`. */
export async function loadGreeting(assistantId: string): Promise<SpokenLine> {
  const response = await api.api.assistants[':id'].greeting.$get({ param: { id: assistantId } })
  if (response.status !== 200) throw new Error(`The greeting came as ${response.status}.`)
  return response.json()
}
