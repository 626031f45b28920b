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
      'are you listening to me; who gets to hear this; do you save my voice; can i have this deleted; is anyone else listening; will you tell anyone; is this being taped; how safe is what i tell you; where do our conversations end up; will this chat be kept somewhere; what do you do with the things i tell you; who can see what i write here; does anyone read these conversations; do you share my data with anyone; do you sell what i say; are my words used for training; can i talk to you in confidence; is this anonymous; how long do you keep recordings; can you delete what i said; is my voice stored; are my secrets safe here; do you keep a log of this; who is listening on the other end; does this get saved to my account; what about data protection; is it okay to tell you personal things; will anybody know that i talked to you; if i tell you something private where does it go; do you write down what i say; will my name be kept; can other people listen in on us'.split(
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
      'i want an assistant like you on my site; can i build one of these myself; what does it cost to have you for my shop; could you answer my customers; can i make my own assistant; put this on my web page; can i have a bot like this for my own firm; we would like a chat helper for our customers; how do i get one of you for my office; could our clients talk to something like you; i run a small business, could you help our visitors; is there a version for companies; what would a helper like you cost us; could you take calls for us; i need something like you to answer my phone; do you offer this to other companies; who do i talk to about getting this for my business; can my team have one of these; i would like to offer this to my customers; our staff get the same questions all day, could you take them over; can you be trained on our own information; set up an assistant for my website; can we rent you; do you work for businesses too'.split(
        '; ',
      ),
    keywords: [
      ...kinds,
      'business, company, website, embed, integrate, customize, my own shop, my own website, own bot, chatbot, build my own assistant, create an assistant, my customers, my clients, my firm, one of these, assistant for my company, subscribe, hire you, something like you',
    ].join(', '),
  }
}
