/**
 * The plans on offer (spec section 9). Each price and each number of minutes is written once, in `TIERS`; everything
 * else is derived from it. Charging and who owns a plan are the server's concern.
 */

export const UNLIMITED = 'Unlimited'
/** Shown as the price of plans that are agreed in person. */
export const LETS_TALK = "Let's Talk"
/** Shown beside annual prices (spec section 2). */
export const ANNUAL_BADGE = 'Save 20%'

export type Minutes = number | typeof UNLIMITED
export type BillingPeriod = 'monthly' | 'annual'

interface Offer {
  /** The price in US cents for the whole billing period. */
  cents: number
  /** Minutes of talking in the whole billing period. */
  minutes: number
}

interface Tier {
  name: string
  popular: boolean
  /** Empty when the price is agreed in person. */
  offers: { readonly [Period in BillingPeriod]?: Offer }
  /** The number of own assistants; absent in plans for individuals. */
  assistants?: Minutes
}

const TIERS = {
  basic: {
    name: 'Basic',
    popular: false,
    offers: { monthly: { cents: 999, minutes: 250 }, annual: { cents: 9_999, minutes: 3_000 } },
  },
  premium: {
    name: 'Premium',
    popular: true,
    offers: { monthly: { cents: 1_999, minutes: 500 }, annual: { cents: 19_999, minutes: 6_000 } },
  },
  enterprise: {
    name: 'Enterprise',
    popular: false,
    offers: { monthly: { cents: 9_999, minutes: 2_000 }, annual: { cents: 99_999, minutes: 24_000 } },
  },
  custom: { name: 'Custom', popular: false, offers: {} },
  'small-business': {
    name: 'Small Business',
    popular: false,
    offers: { monthly: { cents: 39_900, minutes: 500 } },
    assistants: 1,
  },
  'medium-business': {
    name: 'Medium Business',
    popular: true,
    offers: { monthly: { cents: 79_900, minutes: 1_200 } },
    assistants: 3,
  },
  'enterprise-business': {
    name: 'Enterprise',
    popular: false,
    offers: { monthly: { cents: 149_900, minutes: 3_000 } },
    assistants: UNLIMITED,
  },
} as const satisfies Record<string, Tier>

export type PlanId = keyof typeof TIERS
export type PersonalPlanId = 'basic' | 'premium' | 'enterprise' | 'custom'
type BusinessPlanId = Exclude<PlanId, PersonalPlanId>

const PERSONAL: readonly PersonalPlanId[] = ['basic', 'premium', 'enterprise', 'custom']
const BUSINESS: readonly BusinessPlanId[] = ['small-business', 'medium-business', 'enterprise-business']

/** A price at which a plan can be bought. */
export interface PlanPrice extends Offer {
  /** Must not change: it appears in addresses and is the lookup key at the payment provider. */
  id: string
  planId: PlanId
  planName: string
  period: BillingPeriod
}

/** Every price, in the order of the plans. */
export const PLAN_PRICES: readonly PlanPrice[] = [...PERSONAL, ...BUSINESS].flatMap((planId) => {
  const { name, offers }: Tier = TIERS[planId]
  return (['monthly', 'annual'] as const).flatMap((period) => {
    const offer = offers[period]
    return offer === undefined ? [] : [{ id: `${planId}-${period}`, planId, planName: name, period, ...offer }]
  })
})

export function findPrice(priceId: string): PlanPrice | undefined {
  return PLAN_PRICES.find((price) => price.id === priceId)
}

/** Undefined for a plan whose price is agreed in person, or that is not sold for that period. */
export function priceOf(planId: PlanId, period: BillingPeriod): PlanPrice | undefined {
  return PLAN_PRICES.find((price) => price.planId === planId && price.period === period)
}

export function isBusinessPlan(planId: PlanId): boolean {
  return BUSINESS.some((id) => id === planId)
}

/** How many own assistants may be live at once on a plan. */
export function assistantsOf(planId: PlanId): Minutes {
  const { assistants = 0 }: Tier = TIERS[planId]
  return assistants
}

/** The address of the page where the plan is bought; null when the price is agreed in person. */
export function checkoutPath(planId: PlanId, period: BillingPeriod): string | null {
  const price = priceOf(planId, period)
  return price === undefined ? null : `/checkout/${price.id}`
}

/** "$9.99", or "$399" without cents. */
export function dollars(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`
}

/** "$9.99": the lowest monthly price. */
export const STARTING_PRICE = dollars(TIERS.basic.offers.monthly.cents)

/** "4.0¢": the price of a minute if all minutes of the plan are used. */
export function centsPerMinute({ cents, minutes }: Offer): string {
  return `${(cents / minutes).toFixed(1)}¢`
}

/** "$8.33": the price of one month, also for annual prices. */
export function dollarsPerMonth({ cents, period }: Pick<PlanPrice, 'cents' | 'period'>): string {
  return dollars(period === 'annual' ? Math.round(cents / 12) : cents)
}

/** As in "$9.99 a month". */
export const PER_PERIOD: Readonly<Record<BillingPeriod, string>> = { monthly: 'a month', annual: 'a year' }

/** "250 minutes a month", or that the minutes are unlimited. */
export function minutesLine(planId: PlanId, period: BillingPeriod): string {
  const price = priceOf(planId, period)
  return price === undefined ? `${UNLIMITED} minutes` : `${price.minutes} minutes ${PER_PERIOD[period]}`
}

function priceText(planId: PersonalPlanId, period: BillingPeriod): string {
  const price = priceOf(planId, period)
  return price === undefined ? LETS_TALK : dollars(price.cents)
}

const FOR_SEVERAL_ASSISTANTS = [
  'A face, a name and a voice for each',
  'First messages and instructions for each',
  'On your website, without code',
]

/** The features of each plan besides its minutes. Lists only what the product really does. */
const FEATURES: Record<PlanId, readonly string[]> = {
  basic: [
    'All sixteen assistants',
    'No 60-second limit on a call',
    'Speak, or type instead',
    'A transcript of every call',
  ],
  premium: ['Everything in Basic', 'Twice the minutes of Basic', 'About 15 minutes of talk a day'],
  enterprise: ['Everything in Premium', 'Four times the minutes of Premium', 'More than an hour of talk a day'],
  custom: [
    'Assistants of your own',
    'Embedded in your website',
    'As many people as you need',
    'Terms that fit your work',
  ],
  'small-business': [
    'A face, a name and a voice you choose',
    'Your own first message and instructions',
    'On your website, without code',
  ],
  'medium-business': FOR_SEVERAL_ASSISTANTS,
  'enterprise-business': FOR_SEVERAL_ASSISTANTS,
}

/** The plans offered after a trial call with an assistant. `price` is as shown; `minutes` are per month. */
export const AVATAR_PLANS = PERSONAL.map((id) => {
  const price = priceText(id, 'monthly')
  return {
    id,
    name: TIERS[id].name,
    // The first price also says "/month"; the others leave it out (spec section 9).
    price: id === 'basic' ? `${price}/month` : price,
    minutes: priceOf(id, 'monthly')?.minutes ?? UNLIMITED,
    features: FEATURES[id],
    popular: TIERS[id].popular,
  }
})

/** The plans offered to businesses that want own assistants. `price` is in US dollars per month, as are `minutes`. */
export const BUSINESS_PLANS = BUSINESS.map((id) => {
  const { name, popular, assistants, offers } = TIERS[id]
  const { cents, minutes } = offers.monthly
  return { id, name, price: cents / 100, minutes, assistants, features: FEATURES[id], popular }
})

const DESCRIPTIONS: Record<PersonalPlanId, string> = {
  basic: 'For a question now and then.',
  premium: 'For talking most days.',
  enterprise: 'For people who talk for a living.',
  custom: 'For anything the other plans don’t cover.',
}

/** The plans on the pricing page, with a price, as shown, for each billing period. */
export const PRICING_PLANS = PERSONAL.map((id) => ({
  id,
  name: TIERS[id].name,
  description: DESCRIPTIONS[id],
  monthlyPrice: priceText(id, 'monthly'),
  annualPrice: priceText(id, 'annual'),
  monthlyFeatures: [minutesLine(id, 'monthly'), ...FEATURES[id]],
  annualFeatures: [minutesLine(id, 'annual'), ...FEATURES[id]],
  popular: TIERS[id].popular,
}))

export type PricingPlan = (typeof PRICING_PLANS)[number]
