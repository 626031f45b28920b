import type { Dice } from './dice.ts'
import { FAMILY_NAMES, GIVEN_NAMES } from './names.ts'

const DAY_MS = 86_400_000
/** How far back the hall has been open. */
export const OPEN_DAYS = 400
/** A domain reserved for examples: no mail reaches a person. */
const DOMAINS = ['example.com', 'example.com', 'example.org', 'example.net']

export interface Person {
  number: number
  userId: string
  name: string
  email: string
  signedUpAt: Date
  /** Some never open the link in their mail. */
  isConfirmed: boolean
}

/** The same people in every run; only their dates go with the day. The later the day, the more of them came. */
export function makePeople(count: number, dice: Dice, now: Date): Person[] {
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, number) => {
    const given = dice.one(GIVEN_NAMES)
    const family = dice.one(FAMILY_NAMES)
    const base = [given, family].map((word) =>
      word
        .normalize('NFD')
        .replaceAll(/[^a-zA-Z]/g, '')
        .toLowerCase(),
    )
    const domain = dice.one(DOMAINS)
    let email = `${base.join('.')}@${domain}`
    for (let suffix = 2; taken.has(email); suffix += 1) email = `${base.join('.')}${suffix}@${domain}`
    taken.add(email)
    const daysAgo = OPEN_DAYS * dice.next() ** 1.6
    return {
      number,
      userId: `seed-user-${String(number).padStart(4, '0')}`,
      name: dice.chance(0.9) ? `${given} ${family}` : '',
      email,
      signedUpAt: new Date(now.getTime() - daysAgo * DAY_MS - dice.between(0, DAY_MS / 2)),
      isConfirmed: dice.chance(0.94),
    }
  })
}
