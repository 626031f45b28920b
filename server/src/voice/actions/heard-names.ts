/** Words that people say before or after a name and that are not part of it. */
const AROUND_NAMES = wordsOf(`
  yes yeah yep yup no nope nah sure ok okay well so um uh er hm hmm hi hello hey of course certainly thanks thank please just oh
  it it's its that that's thatd that'd this there here here's there's is was be being would will should must has have had to the a an my mine
  your name name's names full first last family given surname i i'm i've i'd im am are called call me go by they you you'll can could may might
  let let's put write down use take note enter make out under for on as in with speaking calling talking meant mean said say sorry
  actually not correct wrong instead change spelled spelt spelling read reads rather again always everyone everybody people friends
`)
/** Before a name, these say whom an action is for: "my wife, Anna Smith". */
const RELATIVES = wordsOf(`
  wife husband partner mother father mum mom dad parents son daughter child kid brother sister girlfriend boyfriend friend
  grandmother grandfather grandma grandpa grandson granddaughter aunt uncle niece nephew boss colleague client patient
`)
/** Words that are not part of a name unless they are capitalised. */
const COMMON = wordsOf(`
  what why who how when where which whether do does did done don't doesn't isn't aren't can't won't i we he she they them us our his her their
  none nothing something anything everything right happy good fine great maybe later sooner wait looking back today tomorrow tonight anyone anybody someone
  somebody nobody and or but if because about from at any some all more most other another only very too also than then now never ever soon
  want wanted need needed like get got give know think see come came going leave left forget stop cancel book booking appointment message number phone
  mail email address time day date week month hour minute morning afternoon evening monday tuesday wednesday thursday friday saturday sunday
  problem question idea price cost help information sure perfect cool nice wonderful later already still yet much many lot bit one two three
  next last january february july september october november december hundred back really exactly absolutely probably definitely sounds looks works type form moment second minute hold hang on off up down over
`)
const PARTICLES = wordsOf(
  'van von der den de da del della di du la le dos das al el bin ben ter ten zu zur mac mc o y e',
)
const TITLE = /^(?:dr|mr|mrs|ms|miss|mx|prof|professor|doctor|st|sir)\.?$/i
/** Words that can begin both a name and a question. */
const ALSO_NAMES = wordsOf('will may')
const MOST_WORDS = 6
/** Without capitals, words could mean anything, so only a few of them are taken as a name. */
const MOST_PLAIN_WORDS = 3

/**
 * The name if a line contains only a name and words around it: "please write Anna Smith". Undefined if it says more.
 */
export function nameAlone(line: string): string | undefined {
  const words = namedPart(withSpelledNames(line)).map((word) => word.replace(/^["“”(<]+|[)>"“”]+$/g, ''))
  let [from, to] = [0, words.length]
  const isAround = (at: number): boolean => AROUND_NAMES.has((words[at] ?? '').toLowerCase()) && !isOfName(words, at)
  while (from < to && (isAround(from) || RELATIVES.has(words[from] ?? ''))) from += 1
  while (to > from && isAround(to - 1)) to -= 1
  const name = words.slice(from, to)
  if (name.length === 0 || name.length > MOST_WORDS || !name.every((word) => /^\p{L}[\p{L}'’.-]*$/u.test(word)))
    return undefined
  if (isWrittenLarge(name)) return name.every((word) => COMMON.has(plain(word))) ? undefined : asName(name.join(' '))
  const isPlain = name.length <= MOST_PLAIN_WORDS + name.filter((word) => PARTICLES.has(plain(word))).length
  return isPlain && !name.some((word) => COMMON.has(plain(word)) || AROUND_NAMES.has(plain(word)))
    ? asName(name.join(' '))
    : undefined
}

/** Whether a line consists of capitalised words that can be a name: "Will Young". */
export function looksLikeName(line: string): boolean {
  const words = line.trim().split(/\s+/)
  return words.length > 1 && words.length <= MOST_WORDS && isWrittenLarge(words) && nameAlone(line) !== undefined
}

/** Whether a line can't be a name, though it is as short as one: "the clutch squeaks". */
export function looksLikeMessage(line: string): boolean {
  return /^(?:the|an?|my|our|his|her|their|its?|this|that|there|i|we|she|he|they|you|please|tell|ask)\s/i.test(line)
}

/** Whether a line says of something that it is a name: "it is anna smith". */
export function isSaidToBeName(line: string): boolean {
  return /^(?:it|that|this)(?:'s| is)\s/i.test(line) && nameAlone(line) !== undefined
}

const NAME_WORD = String.raw`\p{L}[\p{L}'’-]*\.?`
const NAMED = new RegExp(
  String.raw`\b(?:(?:my|the|full|first) name(?:'s| is| was| to| (?:would|will|should|must|has to) be| should read)?|name(?:'s| is| to)|they call me|i go by|(?:i am|i'm) called|under the name(?: of)?|name:)\s+(${NAME_WORD}(?:\s+${NAME_WORD}){0,5})`,
  'iu',
)
/** An introduction with a capitalised name, but not "it's December 1st". */
const INTRODUCED = new RegExp(
  String.raw`\b(?:[Ii]'m|[Ii] am|[Tt]his is|[Ii]t's|[Ii]t is)\s+(\p{Lu}[\p{L}'’-]*\.?(?:\s+(?:van|von|der|den|de|da|del|la|dos|di|\p{Lu}[\p{L}'’.-]*)){0,4})(?![\p{L}'’-]|\s+(?:the\s+)?\d)`,
  'u',
)
/** Matches "Grace Miller here, …". */
const NAME_FIRST =
  /^(?:(?:hi|hello|hey|yes)[\s,]+)*(\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’.-]*){0,4})\s+(?:here|speaking)\s*(?:[,.!;]|$)/u

/** The name given within a longer line: "this is Anna Smith, and I …". */
export function nameWithin(line: string): string | undefined {
  const told = nameToldIn(withSpelledNames(line))
  if (told === undefined) return undefined
  const words = namedPart(told)
  const end = words.findIndex((word, at) => AFTER_NAME.has(plain(word)) && !isOfName(words, at))
  const name = words.slice(0, end < 0 ? undefined : end)
  const [first = ''] = name
  if (first === '' || COMMON.has(plain(first)) || (AROUND_NAMES.has(plain(first)) && !isOfName(name, 0)))
    return undefined
  return asName(name.join(' '))
}

function nameToldIn(line: string): string | undefined {
  return (NAMED.exec(line) ?? INTRODUCED.exec(line) ?? NAME_FIRST.exec(line))?.[1]
}

const SPELLED = /(?<![\p{L}'’.])\p{L}(?:[\s,-]+\p{L}){2,}(?![\p{L}'’.])/gu

/** "A N N A" as "Anna". Initials such as "J R R" stay apart. A name that is said and then spelled is kept once. */
function withSpelledNames(line: string): string {
  return line
    .replace(/\bdouble (\p{L})(?!\p{L})/giu, '$1 $1')
    .replace(SPELLED, (letters: string, at: number, whole: string) => {
      const name = letters.replaceAll(/[\s,-]/g, '')
      if (!/[aeiouy]/i.test(name)) return letters
      const before = /(\p{L}+)[\s,]*$/u.exec(whole.slice(0, at))?.[1] ?? ''
      return before.toLowerCase() === name.toLowerCase() ? '' : name.charAt(0) + name.slice(1).toLowerCase()
    })
}

/** Words that end a name within a sentence. */
const AFTER_NAME = wordsOf(
  'and but my please from at on for here speaking calling with by i you not is that who the a to in thanks thank instead',
)

/** The words of the clause that contains the name. The full stop after a title does not end the clause. */
function namedPart(text: string): string[] {
  const clauses = text
    .replace(/\bname\?/i, 'name')
    .replace(/\s[-–]\s.*$/u, '')
    .split(/[,;!?:]|(?<!\b(?:dr|mr|mrs|ms|prof|st|[A-Z]))\.(?=\s|$)/iu)
    .map((clause) => clause.trim().split(/\s+/).filter(Boolean))
  return (
    clauses.find((words) => words.some((word) => !AROUND_NAMES.has(plain(word)) && !RELATIVES.has(word))) ??
    clauses[0] ??
    []
  )
}

/** Whether an ambiguous word such as "Will" belongs to a name: it does next to another capitalised word. */
function isOfName(words: readonly string[], at: number): boolean {
  const [before, word, next] = [words[at - 1] ?? '', words[at] ?? '', words[at + 1] ?? '']
  const isBeside = /^\p{Lu}\p{Ll}/u.test(next) || (/^\p{Lu}/u.test(before) && !AROUND_NAMES.has(plain(before)))
  return ALSO_NAMES.has(plain(word)) && /^\p{Lu}/u.test(word) && isBeside
}

function isWrittenLarge(words: readonly string[]): boolean {
  return /^\p{Lu}/u.test(words[0] ?? '') && words.every((word) => /^\p{Lu}/u.test(word) || PARTICLES.has(plain(word)))
}

/** Adds capitals, which recognised speech and hasty typing lack. */
function asName(name: string): string {
  const trimmed = TITLE.test(name.split(' ').at(-1) ?? '') ? name : name.replace(/\.$/, '')
  return trimmed === trimmed.toLowerCase()
    ? trimmed.replace(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase())
    : trimmed
}

function plain(word = ''): string {
  return word.toLowerCase().replace(/[’]/g, "'").replace(/\.$/, '')
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
