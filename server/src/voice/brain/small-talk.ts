import type { AssistantDefinition } from '#contract/assistant.ts'
import { compilePattern } from '#contract/phrase-pattern.ts'

/** What everybody says to everybody: no assistant's knowledge repeats it. */
export type SmallTalkIntent =
  | 'greeting'
  | 'how-are-you'
  | 'thanks'
  | 'goodbye'
  | 'who-are-you'
  | 'are-you-human'
  | 'what-can-you-do'
  | 'repeat'
  | 'stop'
  | 'backchannel'

/**
 * Phrases are long enough not to be mistaken for noise: a lone "hi" or "bye" costs more in false alarms than it gives,
 * so only their fuller forms are listened for. Typed text knows the short forms too (`TYPED_ONLY`).
 */
const SPOKEN: Record<SmallTalkIntent, readonly string[]> = {
  greeting: ['hello [there]', 'hi there', 'hey there', 'good (morning | afternoon | evening)'],
  'how-are-you': ['[hello | hi] how are you [doing] [today]', "how's it going"],
  thanks: ['(thank you | thanks) [very much | so much | a lot]', "(that's | that is) [very | really] helpful [thank you | thanks]"],
  goodbye: ['(goodbye | bye bye) [for now]', 'see you (later | soon | next time)', "(that's | that is) all [thank you | thanks]"],
  'who-are-you': ['who are you', '(what is | what\'s) your name', 'who am i (talking | speaking) (to | with)', 'tell me about yourself'],
  'are-you-human': ['are you [a] (real | human | robot | real person | human being | computer | machine)', 'are you [an] (a i | artificial intelligence)', 'am i (talking | speaking) (to | with) a (robot | computer | machine | real person | human)'],
  'what-can-you-do': ['what can you (do | help with | tell me | help me with)', 'what can i ask [you]', 'what do you (do | know)', 'how can you help [me]', '(can | could) you help me', 'what (topics | questions) do you know', 'i need [some | your] help'],
  repeat: ['(can | could) you (repeat | say) that [again] [please]', '(repeat | say) that [again] [please]', 'what did you say', 'say it again [please]', "i didn't (hear | catch) that"],
  stop: ['stop talking', '(please stop | stop please)', 'stop it', 'hold on [a (second | moment | minute)]', 'wait a (second | moment | minute)', 'be quiet [please]', "(that's | that is) enough"],
  backchannel: ['uh huh', 'mm hmm', 'i see', 'yeah yeah', 'okay okay', 'all right', 'right right', 'got it', 'oh okay'],
} // prettier-ignore

const TYPED_ONLY: Partial<Record<SmallTalkIntent, readonly string[]>> = {
  greeting: ['hi', 'hey', 'hiya', 'yo'],
  thanks: ['ty', 'cheers'],
  goodbye: ['bye', 'ciao', 'cya'],
  'are-you-human': ['are you ai', 'is this ai'],
  'what-can-you-do': ['help', 'help me'],
  repeat: ['repeat', 'again', 'pardon', 'sorry', 'what'],
  stop: ['stop', 'wait', 'enough', 'quiet'],
  backchannel: ['ok', 'okay', 'yes', 'yeah', 'yep', 'right', 'sure', 'hm', 'hmm', 'mhm', 'cool', 'nice', 'oh'],
}

const INTENTS = Object.keys(SPOKEN) as SmallTalkIntent[]

export const SMALL_TALK_PATTERNS: readonly string[] = INTENTS.flatMap((intent) => SPOKEN[intent])

const MATCHERS = INTENTS.map((intent) => ({
  intent,
  matches: [...SPOKEN[intent], ...(TYPED_ONLY[intent] ?? [])].map(compilePattern),
}))

export function smallTalkIntent(text: string): SmallTalkIntent | undefined {
  return MATCHERS.find(({ matches }) => matches.some((match) => match(text)))?.intent
}

type Reply = (assistant: AssistantDefinition, examples: string) => string

/** `repeat` needs the conversation and is answered by the brain itself; `backchannel` and `stop` want few words. */
export const SMALL_TALK_REPLIES: Record<Exclude<SmallTalkIntent, 'repeat'>, Reply> = {
  greeting: (assistant) => `Hello. I'm ${assistant.name}. What would you like to know?`,
  'how-are-you': () => "I'm an AI, so every day is a good day. How can I help you?",
  thanks: () => "You're welcome. Is there anything else you would like to know?",
  goodbye: () => 'Goodbye, and take care. It was good to talk with you.',
  'who-are-you': (assistant) => `I'm ${assistant.name}, an AI assistant. I can help with ${assistant.scope}.`,
  'are-you-human': (assistant) => `I'm an AI, not a person. My name is ${assistant.name}, and I answer from what I have been taught.`,
  'what-can-you-do': (assistant, examples) => `I can help with ${assistant.scope}.${examples === '' ? '' : ` For example, you could ask: ${examples}`}`,
  stop: () => 'Of course.',
  backchannel: () => 'Go on, I am listening.',
} // prettier-ignore
