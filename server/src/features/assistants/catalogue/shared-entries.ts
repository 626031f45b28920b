import type { AssistantDefinitionInput } from '#contract/assistant.ts'

type Entry = AssistantDefinitionInput['knowledge'][number]

/** Questions about itself that every assistant of the catalogue gets; only the answers and the kinds of business differ. */

export function privacyEntry(answer: string): Entry {
  return {
    id: 'privacy',
    question: 'What happens to what I say?',
    patterns: [
      '(what happens | what do you do) (to | with) (what i say | my voice | my data | my words)',
      '(are you | is this call | am i being) (recording me | recorded | recording this)',
      '(do you | will you | who can) (store | keep | save | hear | read) (what i say | this call | my voice | my words)',
      '[what about | tell me about] [my] privacy',
      'is (this | this call | this conversation | our conversation) (private | confidential | recorded)',
    ],
    answer,
    alsoAsked:
      'are you listening to me; who gets to hear this; do you save my voice; can i have this deleted; is anyone else listening; will you tell anyone; is this being taped; how safe is what i tell you'.split(
        '; ',
      ),
    keywords:
      'privacy, private, recorded, recording, stored, data, confidential, secret, are you recording, recordings, listening in, who hears this, who reads this, my data, who sees this, delete this conversation, anonymous, keep this conversation, tell others',
  }
}

/** @param kinds names that owners use for this kind of business */
export function businessEntry(kinds: readonly string[], answer: string): Entry {
  const business = ['business', 'company', ...kinds].join(' | ')
  return {
    id: 'for-business',
    question: 'How could my business use you?',
    patterns: [
      `(how can | how could | can | could) (my | our | a) (${business}) use you`,
      `(i want | can i have) (you | an assistant) (for | on) my (website | ${business})`,
      '(put you | have you | can i put you | can i have you) on (my | our) website',
      `what can you do for (my | our | a) (${business})`,
      `(can | could) you (work | answer calls) for (my | our) (${business})`,
    ],
    answer,
    alsoAsked:
      'i want an assistant like you on my site; can i build one of these myself; what does it cost to have you for my shop; could you answer my customers; can i make my own assistant; put this on my web page'.split(
        '; ',
      ),
    keywords: [
      ...kinds,
      'business, company, website, embed, integrate, customize, my own shop, my own website, own bot, chatbot, build my own assistant, create an assistant, my customers, my clients, my firm, one of these, assistant for my company, subscribe, hire you, something like you',
    ].join(', '),
  }
}
