import { z } from 'zod'

/** An instruction of the benchmark to its server process: create an owner with webhooks, or record an event. */
export const orderSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('owner'), ownerId: z.string(), urls: z.array(z.string()) }),
  z.object({ what: z.literal('happen'), ownerId: z.string(), number: z.number() }),
])
export type Order = z.infer<typeof orderSchema>

/** `ready`: the server listens. `owner`: the owner is created. `happened`: the event with this number is committed. */
export const answerSchema = z.object({ what: z.enum(['ready', 'owner', 'happened']), number: z.number().default(0) })
export type Answer = z.input<typeof answerSchema>
