import { compilePattern, normaliseWords } from '#contract/phrase-pattern.ts'
import { smallTalkIntent } from '../brain/small-talk.ts'

/** What callers say in the middle of an action, whichever it is. For the ears too. */
export const DIALOG_PATTERNS = {
  yes: ["[yes | yeah | okay] (that's | that is | it's | this is) [all] (right | correct | fine | good | perfect | it)", '(correct | exactly | perfect | confirmed)', '[yes | okay] (book it | do it | send it | confirm [it] | go ahead [with it] | take it)', 'yes (right | correct | exactly | go ahead | that works)', 'that works [for me]'],
  no: ["[no] (that's | that is | it's | this is) (wrong | not right | not correct | incorrect | not it)", 'no (wrong | not quite | not that)', 'not (quite | really | correct)', "(that | it) (doesn't | does not | won't) work [for me]", '[no] none of (them | those | these)'],
  leave: ['[no] [okay] never mind [about it | that | it]', '[no] (forget | leave) [about] (it | that)', '[please | no] cancel [that | it | this] [please]', '[no] i changed my mind', "i (don't | do not) (want | need) (to | it | that) [any more | anymore]", 'let us stop [here]', 'stop [it | that | this] [please]', 'not any more'],
  change: ['[no] [please] (change | correct) (something | it | that)', '[no] [please] [i want to | can i | i would like to] (change | correct) (the | my) (name | time | date | day | phone number | number | e mail | email | address | message | code)', '[no] the (name | time | date | day | number | e mail | email | address | message | code) is (wrong | not right)'],
} as const // prettier-ignore

const TYPED_ONLY = {
  yes: ["[yes] that's me", '[it is | it\'s] all (good | fine | right | correct)', '(looks | sounds) (good | great | right | fine | perfect) [to me]', "(that's | that is) (great | spot on)", 'spot on', 'yup', 'confirm', 'go', 'yes (that | it) is', 'fine [by me | with me]', 'great', 'of course'],
  no: ['wrong', 'incorrect', 'nope not that'],
  leave: ['abort', 'quit', 'exit', 'cancel everything', 'drop it', "i don't want [that | this] [anymore | any more]", "i'd rather not", "no i don't want to [book | leave | do] [it | that | anything | a message | an appointment]"],
  change: [],
} as const // prettier-ignore

export type DialogWord = keyof typeof DIALOG_PATTERNS
const WORDS = Object.keys(DIALOG_PATTERNS) as DialogWord[]
const MATCHERS = WORDS.map((word) => ({
  word,
  matches: [...DIALOG_PATTERNS[word], ...TYPED_ONLY[word]].map(compilePattern),
}))

const THANKS = / (?:(?:many )?thanks|thank you|cheers|please)(?: (?:very much|so much|a lot))?$/

/** What a line says to the dialog as a whole: "yes", but not "yes, at three". */
export function dialogWord(text: string): DialogWord | undefined {
  const words = normaliseWords(text)
  return plainWord(words) ?? courteousWord(words)
}

/** "Yep, all good, thank you": the same said twice, or with thanks, says what its parts say. */
function courteousWord(words: readonly string[]): DialogWord | undefined {
  const said = words.join(' ').replace(THANKS, '').split(' ')
  const all = plainWord(said)
  if (all || said.length < 2) return all
  const [first = '', ...others] = said
  const [lead, rest] = [plainWord([first]), plainWord(others)]
  return lead === rest || (lead === 'no' && rest !== 'yes') ? rest : undefined
}

function plainWord(words: readonly string[]): DialogWord | undefined {
  const text = words.join(' ')
  const found = MATCHERS.find(({ matches }) => matches.some((match) => match(words)))?.word
  if (found) return found
  const intent = smallTalkIntent(text)
  if (intent === 'yes' || intent === 'go-on') return 'yes'
  if (intent === 'no') return text === 'never mind' ? 'leave' : 'no'
  return intent === 'stop' && /\bstop\b/.test(text) ? 'leave' : undefined
}

const LEAD =
  /^(?:(?:no+|nope|nah|sorry|wait|oops|hold on|actually|oh|hm+|well|rather|excuse me|correction|not quite|yes but|but)\b[\s,.:;!-]*)+/i
const MEANT =
  /^(?:i (?:mean|meant|said)|it should be|make (?:it|that)|let'?s (?:say|make it)|change (?:it|that) to|rather|better)\b[\s,.:;-]*/i
const INSTEAD = /[\s,]+(?:instead|rather|actually|please)[.!]?$/i

/** What takes the place of something said before: "no, I meant Thursday" gives "Thursday"; undefined where nothing is corrected. */
export function correctionOf(text: string): string | undefined {
  const withoutLead = text.trim().replace(LEAD, '')
  const rest = withoutLead.replace(MEANT, '')
  const said = rest.replace(INSTEAD, '')
  return said !== text.trim() && said !== '' ? said : undefined
}

/** "Not Smith, Schmidt". */
export function replacementIn(text: string): { old: string; new: string } | undefined {
  const [, old, replaced] =
    /\bnot ([\p{L}\p{N}'@.-]+)[\s,.:;-]+(?:but |it'?s )?([\p{L}\p{N}'@.-]+)[.!]?$/iu.exec(text) ?? []
  return old !== undefined && replaced !== undefined ? { old, new: replaced } : undefined
}

const ASKS =
  /^(?:(?:and|but|so|well|oh|ok|okay|wait|sorry|just|also|actually|hm+|um|hi|first|by the way|btw|(?:a |one |just )*(?:quick |more |other |another )*(?:question|thing)|before (?:that|I do)|excuse me|(?:can|could|may) i (?:just )?ask|(?:please )?(?:tell|remind) me|i(?:'m| am| was)? (?:wonder(?:ing)?|wanted to (?:ask|know)))[\s,.:;–-]+)*(?:what|whats|what's|when|where|who|why|how|which|do|does|did|is|are|was|can|could|will|would|should|may)\b/i

/** A question of the caller's own, in the middle of an action. */
export function isAsking(text: string): boolean {
  return /\?\s*$/.test(text) || ASKS.test(text)
}
