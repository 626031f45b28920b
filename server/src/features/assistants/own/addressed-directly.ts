/** What an owner may call the business that the assistant speaks for. */
const BUSINESSES =
  `academy agency bakery bank bar bistro bookshop bookstore boutique brewery business cafe center centre church cinema
  clinic club college company dealership deli farm firm florist foundation gallery garage gym hairdresser hospital hostel hotel inn
  kindergarten laundry library market museum nursery office organisation organization parlor parlour pharmacy pizzeria practice
  pub restaurant salon school shelter shop showroom spa store studio supermarket surgery team theater theatre university winery
  workshop`.split(/\s+/)
/** Words before it, as in "your small coffee shop". */
const MOST_WORDS_BEFORE = 2

/** Verbs that change with the subject; others stay. */
const VERBS: Readonly<Record<string, string>> = { is: 'are', does: 'do', has: 'have', was: 'were' }
const UNCHANGED = 'did can could will would should may must from near to'.split(' ')
/** These ask about the assistant. */
const ABOUT_ITSELF = /^(?:what|who|how) are you$/

const BUSINESS = `(?:your|our) (?:[a-z']+ ){0,${MOST_WORDS_BEFORE}}?(?:${BUSINESSES.join('|')})`
const POSSESSIVE = new RegExp(`\\b${BUSINESS}(?:'s|s') `, 'g')
const SUBJECT = new RegExp(`\\b(${[...Object.keys(VERBS), ...UNCHANGED].join('|')}) ${BUSINESS}(?=$| )`, 'g')

/**
 * A question about the business, put to the assistant itself, as callers do: "when is your garage open" becomes "when are you
 * open". Unchanged if the question does not name the business so.
 * @param phrase words in lower case
 */
export function addressedDirectly(phrase: string): string {
  const direct = phrase
    .replaceAll(POSSESSIVE, 'your ')
    .replaceAll(SUBJECT, (_, before: string) => `${VERBS[before] ?? before} you`)
  return ABOUT_ITSELF.test(direct) ? phrase : direct
}
