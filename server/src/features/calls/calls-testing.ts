import { expect } from 'vitest'
import { startCallResponseSchema, type StartCallResponse } from '#contract/calls.ts'

/** The call that a request was granted. */
export async function grantedCall(response: Response | Promise<Response>): Promise<StartCallResponse> {
  const answered = await response
  expect(answered.status).toBe(201)
  return startCallResponseSchema.parse(await answered.json())
}
