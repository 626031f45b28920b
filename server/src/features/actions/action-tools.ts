import type { ActionFieldSetting, ActionSettings, CardSetting, OwnWebhookSetting } from '#contract/actions.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { ActionField, ActionTool } from '../../voice/actions.ts'

/** A tool together with the setting that it was made from. */
export type OfferedTool = ActionTool &
  (
    | { kind: 'message' | 'callback' | 'handover' | 'book' | 'move' | 'cancel' }
    | { kind: 'card'; card: CardSetting }
    | { kind: 'webhook'; webhook: OwnWebhookSetting }
  )

const GREETING = '[hello | hi | hi there | hello there | hey | good morning | good afternoon | good evening]'
const WISH = `${GREETING} (can i | could i | may i | let me | is it possible to | how do i | how can i | (i | we) (want to | wanted to | need to | have to | would like to | would love to | was hoping to) | i'd (like | love) to | we'd like to | (i'm | i am) (hoping | looking | calling) to)`
const OTHERS =
  '(them | her | him | you | (the | your) (owner | boss | team | staff | manager | doctor | therapist | office | people))'
const WISH_OF_OTHERS = `${GREETING} (can you | could you | would you | please | can someone | could someone | can somebody | could somebody)`
const THING =
  '(an appointment | a booking | a session | a visit | a meeting | a consultation | a time | a slot | a reservation | something)'
const FOR_WHOM =
  '[with you] [for (me | us | my (daughter | son | wife | husband | mother | father | child) | today | tomorrow | (this | next) week)] [please]'

const MESSAGE_ASKS = [
  `${WISH} [please] (leave | send | give) [you] (a | my) (message | number | contact | note) [for ${OTHERS}] [please]`,
  `${WISH} leave (my details | word for ${OTHERS})`,
  `${WISH_OF_OTHERS} (take | pass on | forward | write down) (a | my) message [for me | for ${OTHERS}] [please]`,
  `${WISH_OF_OTHERS} tell ${OTHERS} something [for me | from me]`,
  `${GREETING} i have a message for ${OTHERS}`,
  "(i'm | i am) interested",
  '[can | could] you [please] (contact | write to | email) me',
  'get in touch with me',
]
const CALLBACK_ASKS = [
  `${WISH_OF_OTHERS} (call | ring | phone) me [back] [please]`,
  `${WISH_OF_OTHERS} (give me a call | have (someone | somebody) (call | ring | phone) me [back])`,
  "[i'd rather be phoned] can (someone | somebody) give me a call",
  `${GREETING} (i want | i'd like | i would like | can i (get | have)) (a | to request a) (call back | callback | call | phone call)`,
  '(request | arrange) a (call back | callback | call | phone call)',
  "(i want | i'd like | i would like) to be called back",
]
const HANDOVER_ASKS = [
  `${WISH} (speak | talk) (to | with) (a | an | a real) (person | human | human being | agent | member of staff | colleague)`,
  `${WISH} (speak | talk) (to | with) (someone | somebody) [else | real]`,
  '(a real person | a human | a person) [please]',
  '[please] (connect me | put me through) [to (someone | somebody | a person | a human)]',
]
const BOOK_ASKS = [
  `${WISH} [please] (book | make | schedule | arrange | get | have | set up | reserve) ${THING} ${FOR_WHOM}`,
  `${GREETING} [please] (book | make | schedule | arrange) (an appointment | me an appointment | me a session) ${FOR_WHOM}`,
  `${GREETING} [my back is killing me] (i | we) (need | want) (an appointment | a booking | a session) ${FOR_WHOM}`,
  `${GREETING} (i'd like | i would like) (an appointment | a booking | a session) ${FOR_WHOM}`,
  '(do you have | have you got | are there) (any | an) [free | open | available] (appointment | appointments | slots | times | openings) [i need an appointment]',
  `${WISH_OF_OTHERS} (put me down | book me in | fit me in | squeeze me in) [for (an appointment | a session)] [please]`,
  'when (can i | could i) come [in | by]',
  `${WISH} come (in | by | today | tomorrow | in and see (someone | somebody | you))`,
  `${WISH} see (someone | somebody | the doctor | the therapist)`,
]
const MOVE_ASKS = [
  `${WISH} [please] (move | change | reschedule | postpone) (my | the | an) (appointment | booking | session)`,
  '[please] (move | change | reschedule | postpone) my (appointment | booking | session)',
]
const CANCEL_ASKS = [
  `${WISH} [please] cancel (my | the | an) (appointment | booking | session)`,
  '[please] cancel my (appointment | booking | session)',
  "i (can't | cannot) come to my (appointment | session)",
]

const SLOT: ActionField = { id: 'slot', label: 'Day and time', kind: 'slot', isRequired: true }
const CODE: ActionField = { id: 'code', label: 'The six digits of your booking', kind: 'code', isRequired: true }
const NAME: ActionField = { id: 'name', label: 'Your name', kind: 'name', isRequired: true }
const PHONE: ActionField = { id: 'phone', label: 'Your telephone number', kind: 'phone', isRequired: true }

const CALLBACK_FIELDS: readonly ActionField[] = [
  NAME,
  PHONE,
  { id: 'when', label: 'Best time', kind: 'text', isRequired: false },
  { id: 'topic', label: 'What it is about', kind: 'text', isRequired: false },
]
const HANDOVER_FIELDS: readonly ActionField[] = [
  NAME,
  PHONE,
  { id: 'topic', label: 'What it is about', kind: 'text', isRequired: true },
]

function toField({ id, label, kind, isRequired, choices }: ActionFieldSetting): ActionField {
  return { id, label, kind, isRequired, ...(kind === 'choice' && { choices }) }
}

/** The tools of a call: the actions that the owner has switched on. Their names are unique. */
export function toolsOf({ message, callback, appointments, handover, cards, webhooks }: ActionSettings): OfferedTool[] {
  const tools: OfferedTool[] = []
  if (message.isOn) {
    const description = 'Takes a message for the business, when a caller wants to leave one or to be contacted.'
    const fields = message.fields.map(toField)
    const { title } = message
    tools.push({ kind: 'message', name: 'leave_message', title, description, asks: MESSAGE_ASKS, fields })
  }
  if (callback.isOn) {
    const description = 'Asks the business to call the caller back.'
    tools.push({
      kind: 'callback',
      name: 'request_callback',
      title: 'Your call-back',
      description,
      asks: CALLBACK_ASKS,
      fields: CALLBACK_FIELDS,
    })
  }
  if (appointments.isOn) {
    const { title } = appointments
    const what = `“${title}”`
    // A field of the owner can't replace the built-in fields for the time or the code.
    const own = appointments.fields.filter(({ id }) => id !== SLOT.id && id !== CODE.id).map(toField)
    tools.push(
      {
        kind: 'book',
        name: 'book_appointment',
        title,
        description: `Books ${what} at a free time. Offer free times; the caller chooses.`,
        asks: BOOK_ASKS,
        fields: [SLOT, ...own],
      },
      {
        kind: 'move',
        name: 'move_appointment',
        title,
        description: `Moves a booked ${what} to another free time, by the code of the booking.`,
        asks: MOVE_ASKS,
        fields: [CODE, SLOT],
      },
      {
        kind: 'cancel',
        name: 'cancel_appointment',
        title,
        description: `Cancels a booked ${what}, by the code of the booking.`,
        asks: CANCEL_ASKS,
        fields: [CODE],
      },
    )
  }
  if (handover.isOn) {
    const description = 'Tells a person of the business at once that this caller wants to talk to a person.'
    tools.push({
      kind: 'handover',
      name: 'hand_over',
      title: 'Your details',
      description,
      asks: HANDOVER_ASKS,
      fields: HANDOVER_FIELDS,
    })
  }
  const names = new Set(tools.map(({ name }) => name))
  for (const card of cards.filter(({ isOn }) => isOn)) {
    const name = uniqueName(`show_${snakeCase(card.title)}`, names)
    const description = `Shows the caller a card: ${card.title}.`
    tools.push({ kind: 'card', name, title: card.title, description, asks: patternsOf(card.asks), fields: [], card })
  }
  for (const webhook of webhooks.filter(({ isOn }) => isOn)) {
    const name = uniqueName(snakeCase(webhook.name), names)
    const description = webhook.description === '' ? webhook.name : webhook.description
    const [fields, asks] = [webhook.fields.map(toField), patternsOf(webhook.asks)]
    tools.push({
      kind: 'webhook',
      name,
      title: webhook.name,
      description,
      asks,
      fields,
      meanwhile: webhook.meanwhile,
      webhook,
    })
  }
  return tools
}

/** A function name as language models accept it. */
function snakeCase(text: string): string {
  const name = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replaceAll(/^_+|_+$/g, '')
  return name === '' ? 'action' : name
}

function uniqueName(wish: string, names: Set<string>): string {
  let name = wish
  for (let count = 2; names.has(name); count += 1) name = `${wish}_${count}`
  names.add(name)
  return name
}

function patternsOf(phrases: readonly string[]): string[] {
  return phrases.map((phrase) => normaliseWords(phrase).join(' '))
}
