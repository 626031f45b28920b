import { normaliseWords } from '#contract/phrase-pattern.ts'
import { createPhraseFinder } from '../brain/phrase-finder.ts'
import { smallTalkIntent } from '../brain/small-talk.ts'

/** What callers say in the middle of any action. The recogniser's grammar uses these patterns too. */
export const DIALOG_PATTERNS = {
  yes: ['(yes | yep | yeah) all good', "[yes | yeah | okay] (that's | that is | it's | this is) [all] (right | correct | fine | good | perfect | it) [yes | thank you]", '(correct | exactly | perfect | confirmed)', '[yes | okay] (book it | do it | send it | confirm [it] | go ahead [with it] | take it)', 'yes (right | correct | exactly | go ahead | that works)', 'that works [for me]', '[yes] go for it', "(that'll | that will) do [nicely]", '[yes] (sounds | looks) (good | great | fine | perfect) [to me]', 'that would be (great | good | perfect | lovely | fine)', 'fine (by | with) me', 'great [thanks | thank you]', '(lovely | wonderful) (thanks | thank you)', '[yes] please do', 'yes do (that | it)', '[yes] please (book | send) it', 'of course [yes]'],
  no: ["[no] (that's | that is | it's | this is) (wrong | not right | not correct | incorrect | not it)", '[no] wrong', 'no (not quite | not that | way)', "[please] don't [book it]", "no don't (book | send) it", "[no] (that isn't | that's not | i didn't say) (that | what i said)", 'not yet', "[no] i'm afraid not", 'no (i meant | i mean | it is | i said | it should be)', 'not (quite | really | correct)', "(that | it) (doesn't | does not | won't) work [for me]", '[no] none of (them | those | these)'],
  leave: ['[no | actually | you know what] [okay] never mind [about it | that | it]', '[no | actually | you know what | let us] (forget | leave) [about] (it | that)', '[please | no] cancel [that | it | this] [please]', "[no] (i | i've) changed my mind", "[actually | sorry] i (don't | do not) (want | need) (to | it | that) [any more | anymore]", 'let us stop [here]', 'stop [it | that | this] [please]', 'not any more'],
  change: ["[no] [please] [i want to | can i | could i | i need to | i would like to | i'd like to] (change | correct) (something | it | that) [please]", '[can we | could we | i] (pick | choose | need) (another | a different) (day | time)', '[no] [please] [i want to | can i | could i | i need to | i would like to] (change | correct) (the | my) (name | time | date | day | phone number | number | e mail | email | address | message | code)', "[no] the (name | time | date | day | number | e mail | email | address | message | code) (is (wrong | not right) | isn't right)"],
} as const // oxfmt-ignore

const TYPED_ONLY = {
  yes: ["[yes] that's me", '[it is | it\'s] all (good | fine | right | correct)', "(that's | that is) (great | spot on)", 'spot on', 'yup', 'confirm', 'go', 'yes (that | it) is', "that's the one", 'put me down for that', 'if you would [please]', "[yes] (great | okay) let's (do it | do that | book it | lock it in)", 'fine'],
  no: ['incorrect', 'nope not that', "(you've | you have) got (that | it) wrong"],
  leave: ['abort', 'quit', 'exit', 'cancel everything', 'drop it', "i don't want [that | this] [anymore | any more]", "i'd rather not", "[no] i don't want to [book | leave | send | do] [it | that | anything | a message | an appointment] [anymore | any more]"],
  change: ["[no] the (name's | time's | date's | day's | number's | address's) (wrong | not right)", "[can i | could i | i'd like to | i would like to] (alter | fix) (it | that | something) [please]"],
} as const // oxfmt-ignore

type DialogWord = keyof typeof DIALOG_PATTERNS
const fixedWord = createPhraseFinder(DIALOG_PATTERNS, TYPED_ONLY)

const THANKS = / (?:(?:many )?thanks|thank you|cheers|please)(?: (?:very much|so much|a lot))?$/

/** The meaning of a line that is nothing but such a word: "yes", but not "yes, at three". */
export function dialogWord(text: string): DialogWord | undefined {
  const words = normaliseWords(text)
  return plainWord(words) ?? courteousWord(words) ?? looseWord(words)
}

/** "Yep, all good, thank you": a word that is repeated or followed by thanks keeps its meaning. */
function courteousWord(words: readonly string[]): DialogWord | undefined {
  const said = words.join(' ').replace(THANKS, '').split(' ')
  const all = plainWord(said)
  if (all || said.length < 2) return all
  const [first = '', ...others] = said
  const [lead, rest] = [plainWord([first]), plainWord(others)]
  return lead === rest || (lead === 'no' && rest !== 'yes') ? rest : undefined
}

const YES_CORE = wordsOf(
  'yes yeah yep yup jup ya ok okay okey alright sure correct right exactly perfect great fine good agreed absolutely indeed affirmative confirm confirmed confirming definitely certainly excellent wonderful brilliant smashing deal super lovely true works spot',
)
const YES_AROUND = wordsOf(
  "that that's thats is it it's its this all everything the please thanks thank you very much so just oh ah i i'd would like to me for with by book send do go ahead on now then and looks look sounds seems quite got a lot day time thing be",
)
const NO_CORE = wordsOf('no nope nah wrong incorrect')
const NO_AROUND = wordsOf(
  "not that that's thats is it it's its this all right correct quite really yet i'm afraid sorry thanks thank you the please something there was oh ah um er hmm still",
)

/** Agreement or refusal in no fixed order of words: "ok great, that is all right then". */
function looseWord(words: readonly string[]): DialogWord | undefined {
  const consistsOf = (core: ReadonlySet<string>, around: ReadonlySet<string>): boolean =>
    words.some((word) => core.has(word)) && words.every((word) => core.has(word) || around.has(word))
  if (
    consistsOf(YES_CORE, YES_AROUND) ||
    /^(?:please do|(?:you )?got it|go (?:for it|ahead)|do it|book it)$/.test(words.join(' '))
  )
    return 'yes'
  return consistsOf(NO_CORE, NO_AROUND) ? 'no' : undefined
}

/** Ways to abandon an action; tested on short lines only. */
const LEAVES =
  /\b(?:forget (?:about )?(?:it|that|this|the whole|everything)|never ?mind|(?:scrap|skip|drop|abort|leave|stop|end|quit) (?:it|that|this|everything|all|the (?:whole|entire))\b(?! (?:at|on|as|open|to)\b)|decided (?:against|not to)|on second thoughts?,? (?:no|never|forget|leave)|let'?s (?:not|leave|forget|drop|stop|skip)|(?:need|want|have|got) to think|(?:don't|do not) think (?:i|we) (?:want|need|will)\b|(?:i'll|i will|let me|gotta) think (?:about it|it over)|i'?d rather not|don't bother|(?:won't|will not) be (?:coming|able to come)|(?:i'll|i will) (?:call|ring|phone|try|get|(?:come|be) back|do (?:it|this|that))\b.*\b(?:back|later|again|another|some other|next time)|i have to go|(?:good)?bye\b)/i
/** Ways to say that something is not wanted: the action, or only the time that was offered. */
const UNWANTED =
  /\b(?:cancel (?:it|that|this|everything|all|the (?:whole|entire))\b(?! (?:at|on|as|open|to)\b)|call it off|chang(?:ed|ing) my mind|not (?:any ?more|interested|going to)|no longer interested|(?:don't|do not|no longer) (?:really )?(?:want|need)\b(?=.*\b(?:any ?more|after all|now|it|that|this|an? (?:appointment|booking|session|visit|meeting|reservation|message|call))\b|$)|(?:i'll|i will) (?:come|be|do)\b.*\b(?:later|again|another|some other|next time)|not (?:today|now)\b)/i
const LEAVES_ALONE =
  /^(?:(?:no|oh|ok|okay|please|just|sorry|well)[\s,]+)*(?:cancel|abort|quit|exit|stop|bye|goodbye|nothing)(?:[\s,]+(?:please|it|that|now|thanks|thank you|sorry))*[.!]*$/i
const MOST_LEAVING_WORDS = 14

/** Whether a line consists of one word with which every question can be left, even the one for a message. */
export function isWordToLeave(text: string): boolean {
  return LEAVES_ALONE.test(text.trim())
}

/**
 * Whether the caller no longer wants the action. Not for free text such as a message, which may use the same words
 * about something else.
 * @param isUnwantedLeft whether a line leaves the action by saying that something is not wanted
 */
export function wantsOut(text: string, isUnwantedLeft: boolean): boolean {
  const said = withPlainQuotes(text).trim()
  if (isWordToLeave(said)) return isUnwantedLeft || !/cancel/i.test(said)
  if (normaliseWords(said).length > MOST_LEAVING_WORDS) return false
  return LEAVES.test(said) || (isUnwantedLeft && UNWANTED.test(said))
}

const KEEPS_BOOKING =
  /\b(?:(?:don't|do not|never|not|no longer)(?: (?:really|actually|want|wish|need|mean|going|to|you))* cancel|keep (?:it|that|this|my|our|the)|chang(?:ed|ing) my mind)\b|^(?:no[\s,]+)*(?:please )?(?:don't|do not)[\s.!]*$/i
const CANCELS =
  /\bcancel (?:it|that|this|my|our|an?|the(?! (?:whole|entire)))\b|(?:^(?:yes|yeah|yep|yup|sure|ok|okay|absolutely)\b.*|\bgo ahead and )\bcancel\b/i
/** Around "cancel it", these words make it a question, a condition or a second thought. */
const HESITATES =
  /\b(?:no|nope|not|never|don't|wait|stop|actually|rather|forget|mind|hold on|hang on|if|whether|how|when|what|why|where|later|instead|(?:can|could|may|should|must) i|code|number)\b|\d/i

/**
 * The meaning of a line while a booking is being cancelled. There, "cancel it" agrees, and does not abandon the action.
 * If that is not clear, undefined, so that the caller is asked.
 */
export function cancellingWord(text: string): DialogWord | undefined {
  const said = withPlainQuotes(text)
  if (KEEPS_BOOKING.test(said)) return 'leave'
  const word = dialogWord(text)
  if (word === 'leave' && /\b(?:want|need) (?:it|that|this)\b/i.test(said)) return undefined
  if (!/\bcancel/i.test(said)) return word
  return CANCELS.test(said) && !HESITATES.test(said.replace(/\bnot (?:well|feeling)\b/i, '')) ? 'yes' : undefined
}

const REFUSED =
  /\b(?:(?:don't|do not) (?:really )?(?:want|like|need)|not (?:really )?interested in|(?:can't|cannot|can not) (?:do|make|manage|come)|not (?:free|available))\b.*?(?=[,.;!?]|\bbut\b|$)/i

/** A line that refuses something, "I don't want it at nine, rather at ten": the refused part and the other words. */
export function refusalIn(text: string): { refused: string; rest: string } | undefined {
  const said = withPlainQuotes(text)
  const refused = REFUSED.exec(said)?.[0]
  return refused === undefined ? undefined : { refused, rest: said.replace(REFUSED, '') }
}

function withPlainQuotes(text: string): string {
  return text.replace(/[’]/g, "'")
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

function plainWord(words: readonly string[]): DialogWord | undefined {
  const text = words.join(' ')
  const found = fixedWord(words)
  if (found) return found
  const intent = smallTalkIntent(text)
  if (intent === 'yes' || intent === 'go-on') return 'yes'
  if (intent === 'no') return text === 'never mind' ? 'leave' : 'no'
  return intent === 'stop' && /\bstop\b/.test(text) ? 'leave' : undefined
}

const AROUND_ASIDE =
  /^(?:(?:sorry|ok|okay|oh|um|uh|yes|no|well|please|excuse me)\s+)+|\s+(?:please|sorry|thanks|thank you|for me)$/g

/** Whether a line asks for nothing but to hear the question again or to wait. */
export function asideOf(text: string): 'repeat' | 'wait' | undefined {
  const said = normaliseWords(text).join(' ')
  if (/\bstop\b/.test(said)) return undefined
  const intent = smallTalkIntent(said) ?? smallTalkIntent(said.replace(AROUND_ASIDE, ''))
  if (intent === 'stop') return 'wait'
  return intent === 'repeat' || intent === 'slower' ? 'repeat' : undefined
}

const LEAD =
  /^(?:(?:no+|nope|nah|not (?:that(?: one)?|then|quite|correct|right)|sorry|wait|oops|oopsie|ups|ouch|damn|hold on|hang on|one moment|actually|oh|ah|hm+|um+|uh+|er+|well|rather|excuse me|pardon|correction|my (?:mistake|bad|fault)|yes but|but|no[,.]? that(?:'s| is) (?:wrong|not right|not it)|that(?:'s| is| was) (?:wrong|not right|not correct|not it|not what i (?:said|meant)|(?:the|my) (?:wrong|old) (?:one|\w+)|my old \w+)|wrong (?:one|\w+)|(?:i )?(?:got (?:that|it|this) wrong|misspoke|made a (?:typo|mistake))|on second thoughts?|not .{1,20} but)(?=[\s,.:;!?-]|$)[\s,.:;!?–-]*)+/i
const MEANT =
  /^(?:(?:and |so )?(?:i (?:mean|meant|said|want|wanted)|(?:it|that|this) (?:should|must|has to|ought to|needs to) be|make (?:it|that)|let'?s (?:say|make it|rather do|do|take)|(?:please )?(?:change|correct|move|set) (?:it|that|this) to|(?:please )?(?:take|use|put|write)(?: this)?(?: instead)?|rather|better|instead)\b[\s,.:;-]*)+/i
const INSTEAD = /(?<!\bthe)[\s,]+(?:(?:instead|rather|actually|after all|better)[\s,]*(?:please)?)[.!?]*$/i

/** The new value in a correction: "no, I meant Thursday" gives "Thursday". Undefined if the line corrects nothing. */
export function correctionOf(text: string): string | undefined {
  const withoutLead = text.trim().replace(LEAD, '')
  const rest = withoutLead.replace(MEANT, '')
  const said = rest.replace(INSTEAD, '').trim()
  return said !== text.trim() && said !== '' ? said : undefined
}

/** Reads "not Smith, Schmidt". */
export function replacementIn(text: string): { old: string; new: string } | undefined {
  const [, old, replaced] =
    /\bnot ([\p{L}\p{N}'@.-]+)[\s,.:;-]+(?:but |it'?s )?([\p{L}\p{N}'@.-]+)[.!]?$/iu.exec(text) ?? []
  return old !== undefined && replaced !== undefined ? { old, new: replaced } : undefined
}

const ASKS =
  /^(?:(?:and|but|so|well|oh|ok|okay|wait|sorry|just|also|actually|hm+|um|hi|first|by the way|btw|(?:a |one |just )*(?:quick |more |other |another )*(?:question|thing)|before (?:that|I do)|excuse me|(?:can|could|may) i (?:just )?ask|(?:please )?(?:tell|remind) me|i(?:'m| am| was)? (?:wonder(?:ing)?|wanted to (?:ask|know)))[\s,.:;–-]+)*(?:what|whats|what's|when|where|who|why|how|which|do|does|did|is|are|was|can|could|will|would|should|may)\b/i

/** Whether the line is a question, asked in the middle of an action. */
export function isAsking(text: string): boolean {
  return /\?\s*$/.test(text) || ASKS.test(text)
}

/** Whether the line asks for something to be done, though it has the form of a question: "could you cancel it?" */
function isRequest(text: string): boolean {
  return /\b(?:can|could|will|would) (?:you|we)\b/i.test(text) && !/\b(?:if|when|later|before|after)\b/i.test(text)
}

/** Whether the line only asks whether or how something is possible: "is it a problem if I cancel it?" */
export function isOnlyAsking(text: string): boolean {
  return (isAsking(text) && !isRequest(text)) || /\b(?:ask|know|wonder\w*) (?:if|whether)\b/i.test(text)
}

/** Whether the caller wants to change a value. */
export function isChange(text: string): boolean {
  return /\b(?:change|correct|fix|edit|wrong|different|another|not right|misspelled|spelled|spelt|instead)\b/i.test(
    text,
  )
}

/** The beginning of a correction: what followed was not heard. */
export function isCutShort(text: string): boolean {
  return /\b(?:is|be|to)$/i.test(text.trim())
}

/** What a correction says: "the name should be Anna" gives "Anna". */
export function afterIs(line: string): string {
  return line.replace(/^.*\b(?:is|to|be|it's|spelled|spelt|read|with)\s+/i, '')
}
