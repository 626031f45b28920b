import { assistantsOf, findPrice, UNLIMITED, type Minutes } from '#contract/plans.ts'
import { CUSTOM_PRICE_ID, type Subscriber } from './subscriber-row.ts'

/** Whether a subscription holds assistants of its owner's own, and pays for calls with them. */
export function isForAssistants({ priceId }: Pick<Subscriber, 'priceId'>): boolean {
  return placesOf(priceId) !== 0
}

/** How many assistants may be live at once on these subscriptions; null for as many as one likes. */
export function assistantRoomOf(rows: readonly Pick<Subscriber, 'priceId'>[]): number | null {
  let room = 0
  for (const { priceId } of rows) {
    const places = placesOf(priceId)
    if (places === UNLIMITED) return null
    room += places
  }
  return room
}

function placesOf(priceId: string | null): Minutes {
  // What was agreed in person holds assistants (contract/src/plans.ts), without an agreed number of them.
  if (priceId === CUSTOM_PRICE_ID) return UNLIMITED
  const price = findPrice(priceId ?? '')
  return price === undefined ? 0 : assistantsOf(price.planId)
}
