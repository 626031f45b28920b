const LETTERS =
  'ay bee see dee ee eff gee aitch eye jay kay ell em en oh pea cue are ess tea you vee double-you ex why zee'.split(
    ' ',
  )
/** Abbreviations only if a dot follows, since without it they may be ordinary words. */
const DOTTED = new Map(Object.entries({
  prof: 'professor', 'e.g': 'for example', 'i.e': 'that is', approx: 'approximately', appt: 'appointment', dept: 'department', inc: 'incorporated',
  ltd: 'limited', ave: 'avenue', blvd: 'boulevard', rd: 'road', tel: 'telephone', 'a.m': 'ay em', 'p.m': 'pea em', 'ph.d': 'pea aitch dee',
  jan: 'january', feb: 'february', aug: 'august', sept: 'september', oct: 'october', nov: 'november', dec: 'december',
  tues: 'tuesday', thurs: 'thursday', hrs: 'hours', min: 'minutes', mins: 'minutes', 'u.s': 'you ess', 'u.k': 'you kay',
})) // oxfmt-ignore
const BARE = new Map(Object.entries({
  mr: 'mister', mrs: 'missus', ms: 'miz', vs: 'versus', etc: 'et cetera', 'w/': 'with', 'w/o': 'without',
})) // oxfmt-ignore
const SPELLED_CAPITALS = new Set(
  'ADHD USDA ASAP LGBTQ AARP EBITDA ABA IEP ISA IRA IRS UI UX EU UAE API AI IT US UK EV OCD IQ AC EIN SEO CEO CFO CTO'.split(' '),
) // oxfmt-ignore
const SAID_CAPITALS = new Set(
  ('AM AN AS AT BE BY DO GO HE IF IN IS ME MY NO OF OH ON OR SO TO UP WE THE AND FOR YOU ARE NOT ALL ANY CAN NEW NOW OUR OUT ONE TWO YES WHO WHY ' +
    'HOW GET SEE USE DAY WAY MAY WAS HAS HAD HER HIM HIS ITS LET OFF OLD OWN SAY SHE TOO BIG BUY TRY PIN SIM RAM ZIP AIDS OK SAT ACT MUST ONLY')
    .split(' '),
) // oxfmt-ignore

/**
 * The words that an abbreviation stands for. `raw` still has the dot that `core` lacks; the neighbouring words decide
 * between two meanings.
 */
export function abbreviationWords(
  core: string,
  raw: string,
  { previous, next }: { previous: string; next: string },
): string[] | undefined {
  const lower = core.toLowerCase()
  const hasDot = raw.includes(`${core}.`)
  const followsName = /^[A-Z]/.test(previous) && !/[.,!?]$/.test(previous)
  if (lower === 'dr' && hasDot) return [followsName && !/^[A-Z]/.test(next) ? 'drive' : 'doctor']
  if (lower === 'st' && hasDot) return [followsName ? 'street' : 'saint']
  if (lower === 'no' && hasDot && /^\d/.test(next)) return ['number']
  const words = BARE.get(lower) ?? (hasDot ? DOTTED.get(lower) : undefined)
  return words?.split(' ') ?? (/^(?:[A-Za-z]\.)+[A-Za-z]$/.test(core) ? spelledLetters(core) : undefined)
}

/** "CRM", "FAQs", "CEO's" are spelt out letter by letter; undefined if the capitals are read as a word ("NASA", "YES"). */
export function capitalWords(core: string): string[] | undefined {
  const [, capitals, ending] = /^([A-Z]{2,5})('?s)?$/.exec(core) ?? []
  if (capitals === undefined || !isSpelled(capitals)) return undefined
  return ending === undefined ? spelledLetters(capitals) : plural(spelledLetters(capitals))
}

/** The names of letters, spelt so that Flite pronounces them correctly. */
export function spelledLetters(letters: string): string[] {
  return [...letters.toLowerCase()].flatMap((letter) => LETTERS[letter.charCodeAt(0) - 97]?.split('-') ?? [])
}

/** Puts the last word into the plural: "nineteen nineties". */
export function plural(words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  const ended = /[^aeo]y$/.test(last) ? `${last.slice(0, -1)}ies` : /[sx]$/.test(last) ? `${last}es` : `${last}s`
  return [...words.slice(0, -1), ended]
}

function isSpelled(capitals: string): boolean {
  if (SPELLED_CAPITALS.has(capitals)) return true
  if (SAID_CAPITALS.has(capitals)) return false
  return capitals.length <= 3 || !/[AEIOUY]/.test(capitals)
}
