import type { AssistantDefinition } from '#contract/assistant.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import { hasQuestionWord } from './follow-ups.ts'
import { createPhraseFinder } from './phrase-finder.ts'

/**
 * Spoken phrases are long enough not to be confused with noise: short words such as "hi" or "bye" would cause more
 * false alarms than they are worth. Typed text may also use the short forms (`TYPED_ONLY`).
 */
const SPOKEN = {
  greeting: ['hello [there]', 'hi there', 'hey there', 'good (morning | afternoon | evening)'],
  'how-are-you': ['[hello | hi] how are you [doing] [today]', "how's it going"],
  thanks: ['[perfect | great | lovely | wonderful | brilliant] (thank you | thanks) [very much | so much | a lot | a million]', "[oh] (that's | that is) (great | perfect | lovely) (thank you | thanks)", '(thanks | thank you | cheers) for (that | everything | your help)', '[very] much appreciated', "[you've | you have] been [very | so] helpful", "(that's | that is) [very | really] helpful [thank you | thanks]"],
  goodbye: ['[thanks | thank you | okay] (goodbye | bye bye) [for now | now | then]', '(thanks | thank you | okay) bye', '[thanks | thank you | goodbye] [and] have a (nice | good | great) (day | evening | weekend | one)', 'see you (later | soon | next time)', '[okay] (talk | speak) to you (later | soon)', 'take care', "[no] (that's | that is) all [i needed] [thank you | thanks | bye]"],
  'who-are-you': ['[sorry] who are you', '[sorry] who is this', '(what is | what\'s) your name', 'who am i (talking | speaking) (to | with) [please]', 'tell me about yourself'],
  'are-you-human': ['are you [a] (real | human | robot | real person | human being | computer | machine)', 'are you [an] (a i | artificial intelligence)', 'is this a (robot | computer | machine | recording | real person)', "you're not human are you", 'am i (talking | speaking) (to | with) a (robot | computer | machine | real person | human)'],
  'what-can-you-do': ['what can you (do | help with | tell me | help me with)', '[what (sort | kind) of things | what] can i ask [you]', 'what do you [actually] (do | know)', 'what are you able to (do | help with)', 'how can you help [me]', '(can | could) you help me [please]', 'what (topics | questions) do you know', 'i need [some | your] help'],
  repeat: ['(can | could) you (repeat | say) that [again | one more time] [for me] [please]', 'what did you just say', 'run that by me again', '[sorry] i missed (that | it | the last (bit | part))', '(repeat | say) that [again] [please]', 'what did you say', 'say it again [please]', '[sorry] what was that', 'i beg your pardon', '(one more time | once more) [please]', 'please repeat', "[sorry] i (didn't | did not) (hear | catch | get | understand) (that | you)"],
  slower: ['[please] (speak | talk | say it | say that) [more] (slower | slowly) [please]', '(can | could) you (speak | talk | say that) [more | a bit | a little] (slower | slowly) [please]', 'not so fast [please]', 'slower please', '(can you | could you | please) slow down', 'slow down please', "(you're | you are) [talking | speaking | going] too fast [for me]"],
  stop: ['stop talking', '(please stop | stop please)', 'stop it', '(hold | hang) on [a (second | moment | minute)]', '[just] give me a (second | moment | minute) [please]', 'wait wait [wait]', '[just] (a | one) (second | moment | minute) [please]', 'wait a (second | moment | minute)', 'be quiet [please]', "[no | okay] (that's | that is) enough [for now] [thank you | thanks]"],
  'go-on': ['[yes | yeah | okay | sure] [please] (go on | go ahead | carry on | continue | keep going | tell me more) [please]', '[yes] please (go on | go ahead | carry on | continue | tell me more)', '(can | could) you tell me more [about (it | that)] [please]'],
  'not-enough': ['what else [is there]', 'is there anything (more | else)'],
  yes: ['(yes | yeah | yep | sure | okay | certainly | absolutely | definitely | of course) [please]', '[yes] please do', 'yes (sure | okay | of course | i do | i would)', 'yeah (yeah | sure)', 'okay okay', 'oh okay', 'all right', 'sounds good', "[yes] (that's | that is) (right | correct)", '[yes] exactly', 'that would be (great | good | lovely)', 'yes (it | that) is', 'yes that one', '[yes] go for it', '[yes] i (do | think so) [yes | yeah]', 'why not', 'uh huh', 'mm hmm', 'right right'],
  no: ['(no | nope) [thanks | thank you]', 'no no [thanks | thank you]', '[no] not (now | right now | really | at all | today) [thank you | thanks]', "[no] i (don't | do not) think so", "[no] i'd rather not", 'absolutely not', "[no] i'm afraid not", "no (it isn't | i don't)", 'no not that', 'no way', 'never mind'],
  backchannel: ['i see', 'got it'],
} // oxfmt-ignore

/** Small talk that every assistant answers, so that the knowledge need not contain it. */
export type SmallTalkIntent = keyof typeof SPOKEN

/** `not-enough`: the answer did not help. Unlike `go-on`, it agrees to nothing. */
const TYPED_ONLY: Partial<Record<SmallTalkIntent, readonly string[]>> = {
  greeting: ['hi', 'hey', 'hiya', 'yo'],
  thanks: [
    'ty',
    "[oh] [(that's | that is | how)] (great | brilliant | lovely | perfect | wonderful | fantastic | amazing | excellent | cool | good | nice | super) (thank you | thanks | cheers)",
    '[many] thanks [again]',
    'cheers [mate]',
    'ta [very much]',
    'thank you (kindly | again)',
  ],
  goodbye: [
    'bye [now]',
    'ciao',
    'cya',
    'cheerio',
    "[right] i'll let you go",
    'i (must | have to | need to) go [now]',
    '[alright | right] (talk | speak) to you (later | soon)',
  ],
  'are-you-human': [
    '(are you | is this) [an] (ai | bot | chatbot)',
    'are you one of (those | these) (computers | robots | machines | bots)',
    'is this a recording or (somebody | someone | something) real',
  ],
  'who-are-you': ["[sorry] who's this", 'who am i (talking | speaking) to'],
  'what-can-you-do': [
    'help',
    'help me',
    'so what (do | can) you [actually] do',
    'what else (can you do | do you do | can you help with)',
    '[hello | hi | hey] [there] [i] [really] need [some | your] help [please]',
  ],
  repeat: [
    'repeat [it | that | the question]',
    'please repeat (it | that | the question)',
    'again',
    'pardon [me]',
    'beg your pardon',
    'sorry [what]',
    'what',
    'come again',
    'say again',
    'say what',
    'i beg your pardon [dear | sir | madam]',
    '(can | could | would) you [please] (repeat | say | read) (it | that | the question) [back | again] [to me]',
    "i (didn't | did not) (hear | catch | get | understand) it",
  ],
  slower: [
    '[a (bit | little)] slower',
    '[can you | could you] [please] slow down [please]',
    'please not so fast',
    'too fast',
    '[(can | could) you] [please] [(say | put | explain) (it | that)] in (other | simple | simpler | plain) words [please]',
    '[(can | could) you] [please] (say | put | explain) (it | that | this) [again] (more (simply | slowly | clearly) | simpler | slower | differently | another way) [please]',
    "[sorry] i (don't | do not) (understand | follow | get) (it | that | this | you)",
    'what do you mean [by that]',
  ],
  stop: [
    'stop',
    'wait',
    'enough',
    'quiet',
    '[(hold | hang) on] [just] (a | one) sec',
    '[just] give me a sec',
    'shush [a (second | moment | minute)]',
    'let me (think | see | check | look) [in | at] [my (calendar | diary | schedule)]',
  ],
  'go-on': [
    'more',
    'and then',
    "carry on [i'm listening]",
    'is there anything (more | else) to it',
    '(yes | ok | okay | sure) more',
    'more please',
    'proceed',
    'ok (go on | continue)',
  ],
  'not-enough': [
    'next',
    'why [is that]',
    'how come',
    '[and | so | but] what (should | can | could | do) (i | we) do [now | then | about (it | that)]',
    '(what | anything) else (can | could | should) (i | we | it) (do | try | be)',
    '[do you have | have you got] any (other | more | further) (idea | ideas | tip | tips | advice | suggestions)',
    "[i | i've | we | we've] [have] [already] (did | done | tried) (that | this | it) [already]",
    "[what | and | but] [if] (that | this | it) (doesn't | does not | didn't | did not | won't | hasn't) (work | help | helped | worked) [either | at all]",
  ],
  yes: [
    '(ok | alright) [please]',
    '(yes | ok | okay) thanks',
    'yes yes',
    'y | yup | ya | aye | right | mhm | k | kk',
    'i (would | will) [yes]',
    'yes (i | we) would like that',
    '(absolutely | definitely | certainly) yes',
  ],
  no: [
    'n',
    '(nah | uh uh) [thanks]',
    'certainly not',
    'of course not',
    "no (it's | it is | that is | that's) not",
    "no (that isn't | i do not | we don't)",
  ],
  backchannel: ['hm', 'hmm', 'cool', 'nice', 'oh'],
}

/** Intents that answer a question if the assistant has asked one. Said while the assistant speaks, they ask for nothing. */
const REPLIES: ReadonlySet<SmallTalkIntent> = new Set(['go-on', 'yes', 'no', 'backchannel'])

export function isReply(intent: SmallTalkIntent): boolean {
  return REPLIES.has(intent)
}

export const SMALL_TALK_PATTERNS: readonly string[] = Object.values(SPOKEN).flat()

const intentOf = createPhraseFinder(SPOKEN, TYPED_ONLY)
const THANKS = String.raw`(?:thanks|thank you|thx|cheers)`
const THANKFUL = new RegExp(String.raw`^${THANKS}\b|\b${THANKS}[.!]*$`, 'i')

export function smallTalkIntent(text: string): SmallTalkIntent | undefined {
  return intentOf(normaliseWords(text))
}

/** Whether a text that asks for nothing else says thanks in its own words: "I feel better now, thank you". */
export function isThankful(text: string): boolean {
  return THANKFUL.test(text.trim()) && !hasQuestionWord(text)
}

/** `offer` appends questions that the caller could ask, if there are any. */
type Reply = (assistant: AssistantDefinition, offer: (lead: string) => string) => string

const ALL_KNOWN = "That's all I know about it."

/** `repeat` and `slower` depend on the conversation and are handled by the brain itself. */
export const SMALL_TALK_REPLIES: Record<Exclude<SmallTalkIntent, 'repeat' | 'slower'>, Reply> = {
  greeting: ({ name }) => `Hello. I'm ${name}. What would you like to know?`,
  'how-are-you': () => "I'm an AI, so every day is a good day. How can I help you?",
  thanks: () => "You're welcome. Is there anything else you would like to know?",
  goodbye: () => 'Goodbye, and take care. It was good to talk with you.',
  'who-are-you': ({ name, scope }) => `I'm ${name}, an AI assistant. I can help with ${scope}.`,
  'are-you-human': ({ name }) => `I'm ${name}, and I'm an AI, not a person. I answer from what I have been taught.`,
  'what-can-you-do': ({ scope }, offer) => offer(`I can help with ${scope}.`),
  stop: () => "Of course. I'm here whenever you need me.",
  'go-on': (_, offer) => offer(ALL_KNOWN),
  'not-enough': (_, offer) => offer(ALL_KNOWN),
  yes: () => "I'm listening. What would you like to know?",
  no: () => "All right. I'm here whenever you need me.",
  backchannel: () => "Go on, I'm listening.",
} // oxfmt-ignore
