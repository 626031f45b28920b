import { EMAIL_SORTS, SORT_ORDERS, SUBSCRIBER_SORTS } from '#contract/crm-lists.ts'

/**
 * A kind of request that people make at the dashboard. Paths are relative to /api/crm and are requested in turn, many
 * times.
 */
export interface Question {
  what: string
  paths: readonly string[]
}

const NAMES = ['ann', 'bob', 'carla', 'deepa', 'emeka', 'fatima', 'grace', 'hugo', 'ines', 'jonas']
const HEX = ['a3f', '0b1c', 'e9d', '7777', 'c0ffee', 'beef', '12ab', 'f00', 'd4d4', '9e']

const everyOrder = ['subscribers', 'emails'].flatMap((list) =>
  (list === 'emails' ? EMAIL_SORTS : SUBSCRIBER_SORTS).flatMap((sort) =>
    SORT_ORDERS.map((order) => `${list}?sort=${sort}&order=${order}`),
  ),
)

export const QUESTIONS: readonly Question[] = [
  { what: 'first page', paths: ['subscribers', 'emails'] },
  { what: 'sorted, every column both ways', paths: everyOrder },
  {
    what: 'filtered by status, tier, follow-up',
    paths: [
      ...['active', 'canceled', 'past_due', 'unpaid', 'paused'].map((status) => `subscribers?status=${status}`),
      ...['Basic', 'Premium', 'Enterprise', 'Small Business'].map(
        (tier) => `subscribers?tier=${encodeURIComponent(tier)}`,
      ),
      'subscribers?status=unpaid&tier=Enterprise',
      ...['pending', 'contacted', 'completed'].map((followUp) => `emails?followUp=${followUp}`),
    ],
  },
  {
    what: 'filtered and sorted by another column',
    paths: [
      'subscribers?tier=Enterprise&status=past_due&sort=email&order=asc',
      'subscribers?status=incomplete&sort=revenue&order=desc',
      ...everyOrder.map((path) => `${path}&${path.startsWith('emails') ? 'followUp=contacted' : 'status=unpaid'}`),
    ],
  },
  {
    what: 'search that finds many',
    paths: [...NAMES, 'example', '@'].flatMap((q) => [
      `subscribers?q=${encodeURIComponent(q)}`,
      `emails?q=${encodeURIComponent(q)}`,
    ]),
  },
  { what: 'search that finds some', paths: HEX.flatMap((q) => [`subscribers?q=${q}`, `emails?q=${q}`]) },
  {
    what: 'search that finds one or none',
    paths: ['nobody here', 'zzz', 'qx', '%', 'ann.c4ca4', 'grace.4e732'].flatMap((q) => [
      `subscribers?q=${encodeURIComponent(q)}`,
      `emails?q=${encodeURIComponent(q)}`,
    ]),
  },
  {
    what: 'search, filter and sort together',
    paths: [
      'subscribers?q=a3&status=active&sort=email&order=asc',
      'emails?q=grace&followUp=pending&sort=contact&order=desc',
      // In half of these orders, the matching rows come last.
      ...everyOrder.map((path) => `${path}&q=ann`),
    ],
  },
  { what: 'the eight figures', paths: ['stats'] },
]
