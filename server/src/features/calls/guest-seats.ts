import { AppError } from '#contract/errors.ts'

/** A household or a shop may share an address; more at once is somebody who burns another's minutes. */
const SEATS_FOR_EACH = 5

/** How many calls people without an account hold at once, by where they come from. Each process counts for itself. */
export interface GuestSeats {
  /** @throws AppError `too-many-calls` when all seats of this client are taken */
  take(clientKey: string): GuestSeat
  /** Somebody has come: the seat is theirs until the call ends. */
  joined(callId: string): void
  left(callId: string): void
}

export interface GuestSeat {
  /** For this call; free again when nobody joins it in time. */
  keepFor(callId: string): void
  giveBack(): void
}

interface Taken {
  clientKey: string
  callId?: string
  freeAtMs: number
}

/** @param joinWithinMs how long a granted call may be joined */
export function createGuestSeats(joinWithinMs: number, nowMs: () => number = Date.now): GuestSeats {
  const taken = new Set<Taken>()
  const find = (callId: string) => [...taken].find((seat) => seat.callId === callId)

  return {
    take(clientKey) {
      for (const seat of taken) if (seat.freeAtMs <= nowMs()) taken.delete(seat)
      const own = [...taken].filter((seat) => seat.clientKey === clientKey)
      if (own.length >= SEATS_FOR_EACH) {
        throw new AppError('too-many-calls', {
          detail: `${SEATS_FOR_EACH} calls are open where you are. Please start again when one of them has ended.`,
        })
      }
      const seat: Taken = { clientKey, freeAtMs: Infinity }
      taken.add(seat)
      return {
        keepFor(callId) {
          seat.callId = callId
          seat.freeAtMs = nowMs() + joinWithinMs
        },
        giveBack: () => void taken.delete(seat),
      }
    },
    joined(callId) {
      const seat = find(callId)
      if (seat) seat.freeAtMs = Infinity
    },
    left(callId) {
      const seat = find(callId)
      if (seat) taken.delete(seat)
    },
  }
}
