import { PLAN_PRICES, type PlanPrice } from '#contract/plans.ts'
import type { Dice } from './dice.ts'
import type { Person } from './people.ts'

const DAY_MS = 86_400_000

/** What happens to a subscription after its start. Together, these fates lead to every status that the provider has. */
const FATES = [
  'stays',
  'sets-an-end',
  'ends',
  'card-fails-long-ago',
  'card-fails-now',
  'pauses',
  'tries-first',
  'never-pays',
  'gives-up',
] as const
export type Fate = (typeof FATES)[number]

export interface Story {
  person: Person
  price: PlanPrice
  fate: Fate
  startsAt: Date
}

/** The range of days ago in which a subscription must have started to have reached the end of its fate today. */
const BEGAN_DAYS_AGO: Readonly<Record<Fate, readonly [from: number, to: number]>> = {
  stays: [0.1, 400],
  'sets-an-end': [3, 200],
  ends: [70, 300],
  'card-fails-long-ago': [75, 200],
  'card-fails-now': [32, 38],
  pauses: [20, 120],
  'tries-first': [1, 6],
  'never-pays': [0.05, 0.7],
  'gives-up': [2, 60],
}
/** Choices with the roll of the dice below which each is taken. */
type Chances<Choice> = readonly (readonly [below: number, Choice])[]
const USUAL: Chances<Fate> = [
  [0.66, 'stays'],
  [0.73, 'sets-an-end'],
  [0.81, 'ends'],
  [0.86, 'card-fails-long-ago'],
  [0.91, 'card-fails-now'],
]
const PLANS: Chances<string> = [
  [0.5, 'basic'],
  [0.83, 'premium'],
  [0.92, 'enterprise'],
  [0.97, 'small-business'],
]
const RARE: readonly Fate[] = ['pauses', 'tries-first', 'never-pays', 'gives-up']
/** Fates that need a monthly plan, since an annual one would not renew within the seeded time. */
const MONTHLY: readonly Fate[] = ['card-fails-long-ago', 'card-fails-now', 'ends']

/** Makes a story for each person. The people who signed up first get one of each fate. */
export function storiesOf(people: readonly Person[], dice: Dice, now: Date): Story[] {
  return people
    .toSorted((one, other) => one.signedUpAt.getTime() - other.signedUpAt.getTime())
    .map((person, index) => storyOf(person, FATES[index] ?? chosenBy(dice.next(), USUAL) ?? dice.one(RARE), dice, now))
}

function chosenBy<Choice>(roll: number, chances: Chances<Choice>): Choice | undefined {
  return chances.find(([below]) => roll < below)?.[1]
}

function storyOf(person: Person, wanted: Fate, dice: Dice, now: Date): Story {
  const ageDays = (now.getTime() - person.signedUpAt.getTime()) / DAY_MS
  // A subscription cannot start before its person signed up.
  const fate = ageDays < BEGAN_DAYS_AGO[wanted][0] ? 'stays' : wanted
  const [from, to] = BEGAN_DAYS_AGO[fate]
  const daysAgo = from + (Math.max(from, Math.min(to, ageDays)) - from) * dice.next()
  const isMonthly = MONTHLY.includes(fate) || dice.chance(0.8)
  const plan = chosenBy(dice.next(), PLANS) ?? 'medium-business'
  const period = isMonthly || plan.endsWith('business') ? 'monthly' : 'annual'
  const price = PLAN_PRICES.find(({ id }) => id === `${plan}-${period}`)
  if (!price) throw new Error(`no price ${plan} ${period}`)
  return { person, price, fate, startsAt: new Date(now.getTime() - daysAgo * DAY_MS) }
}
