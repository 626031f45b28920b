import { z } from 'zod'

/** What the bench tells the process of its server: to make an owner with webhooks, and to let an event happen. */
export const orderSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('owner'), ownerId: z.string(), urls: z.array(z.string()) }),
  z.object({ what: z.literal('happen'), ownerId: z.string(), number: z.number() }),
])
export type Order = z.infer<typeof orderSchema>

/** `ready`: it listens. `happened`: the event with this number is committed. */
export const answerSchema = z.object({ what: z.enum(['ready', 'owner', 'happened']), number: z.number().default(0) })
export type Answer = z.input<typeof answerSchema>
