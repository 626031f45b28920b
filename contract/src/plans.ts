/** The plans on offer, as figures and words (spec section 9). What is charged for them is the server's. */

export const UNLIMITED = 'Unlimited'
/** Of plans whose price is agreed in person. */
export const LETS_TALK = "Let's Talk"

export type Minutes = number | typeof UNLIMITED

/** Offered to a person who has tried an assistant. */
export interface AvatarPlan {
  id: 'basic' | 'premium' | 'enterprise' | 'custom'
  name: string
  /** As shown. */
  price: string
  /** Of talking, per month. */
  minutes: Minutes
  features: readonly string[]
  popular: boolean
}

/** Offered to a business that wants an assistant of its own. */
export interface BusinessPlan {
  id: 'small-business' | 'medium-business' | 'enterprise-business'
  name: string
  /** In US dollars, per month. */
  price: number
  /** Of talking, per month. */
  minutes: number
  /** How many of its own the business may have. */
  assistants: Minutes
  features: readonly string[]
  popular: boolean
}

/** On the pricing page, with a price per billing period. */
export interface PricingPlan {
  id: AvatarPlan['id']
  name: string
  description: string
  /** As shown. */
  monthlyPrice: string
  annualPrice: string
  monthlyFeatures: readonly string[]
  annualFeatures: readonly string[]
  popular: boolean
}

export const AVATAR_PLANS: readonly AvatarPlan[] = [
  {
    id: 'basic',
    name: 'Basic',
    price: '$9.99/month',
    minutes: 250,
    features: ['All sixteen assistants', 'Your calls to read again'],
    popular: false,
  },
  {
    id: 'premium',
    name: 'Premium',
    price: '$19.99',
    minutes: 500,
    features: ['All sixteen assistants', 'Your calls to read again'],
    popular: true,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    price: '$99.99',
    minutes: 2000,
    features: ['All sixteen assistants', 'Your calls to read again'],
    popular: false,
  },
  {
    id: 'custom',
    name: 'Custom',
    price: LETS_TALK,
    minutes: UNLIMITED,
    features: ['Assistants of your own', 'Terms that fit your work'],
    popular: false,
  },
]

export const BUSINESS_PLANS: readonly BusinessPlan[] = [
  {
    id: 'small-business',
    name: 'Small Business',
    price: 399,
    minutes: 500,
    assistants: 1,
    features: ['Your own face, voice and words', 'On your website, without code'],
    popular: false,
  },
  {
    id: 'medium-business',
    name: 'Medium Business',
    price: 799,
    minutes: 1200,
    assistants: 3,
    features: ['Your own face, voice and words', 'On your website, without code'],
    popular: true,
  },
  {
    id: 'enterprise-business',
    name: 'Enterprise',
    price: 1499,
    minutes: 3000,
    assistants: UNLIMITED,
    features: ['Your own face, voice and words', 'On your website, without code'],
    popular: false,
  },
]

export const PRICING_PLANS: readonly PricingPlan[] = [
  {
    id: 'basic',
    name: 'Basic',
    description: 'For a question now and then.',
    monthlyPrice: '$9.99',
    annualPrice: '$99.99',
    monthlyFeatures: ['250 minutes a month', 'All sixteen assistants', 'Your calls to read again'],
    annualFeatures: ['3000 minutes a year', 'All sixteen assistants', 'Your calls to read again'],
    popular: false,
  },
  {
    id: 'premium',
    name: 'Premium',
    description: 'For talking most days.',
    monthlyPrice: '$19.99',
    annualPrice: '$199.99',
    monthlyFeatures: ['500 minutes a month', 'All sixteen assistants', 'Your calls to read again'],
    annualFeatures: ['6000 minutes a year', 'All sixteen assistants', 'Your calls to read again'],
    popular: true,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    description: 'For people whose work is talking.',
    monthlyPrice: '$99.99',
    annualPrice: '$999.99',
    monthlyFeatures: ['2000 minutes a month', 'All sixteen assistants', 'Your calls to read again'],
    annualFeatures: ['24000 minutes a year', 'All sixteen assistants', 'Your calls to read again'],
    popular: false,
  },
  {
    id: 'custom',
    name: 'Custom',
    description: 'For needs that no list foresees.',
    monthlyPrice: LETS_TALK,
    annualPrice: LETS_TALK,
    monthlyFeatures: ['Unlimited minutes', 'Assistants of your own', 'Terms that fit your work'],
    annualFeatures: ['Unlimited minutes', 'Assistants of your own', 'Terms that fit your work'],
    popular: false,
  },
]
