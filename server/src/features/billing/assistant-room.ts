import { assistantsOf, findPrice, UNLIMITED, type Minutes } from '#contract/plans.ts'
import { CUSTOM_PRICE_ID, type Subscriber } from './subscriber-row.ts'

/** Whether a subscription includes own assistants and pays for calls to them. */
export function isForAssistants({ priceId }: Pick<Subscriber, 'priceId'>): boolean {
  return placesOf(priceId) !== 0
}

/** How many assistants may be live at once on these subscriptions; null means any number. */
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
  // A plan agreed in person includes assistants (contract/src/plans.ts), without a limit on their number.
  if (priceId === CUSTOM_PRICE_ID) return UNLIMITED
  const price = findPrice(priceId ?? '')
  return price === undefined ? 0 : assistantsOf(price.planId)
}
