import { momentInWords } from '../../server/src/voice/actions/spoken-times.ts'

/** One caller: what is typed, line by line, and what has to be kept at the end; null where the caller changes her mind. */
export interface ScriptedCall {
  what: string
  lines: readonly string[]
  expected: Readonly<Record<string, string>> | null
}

const NAMES = ['Anna Smith', 'Bob Miller', 'Chidi Okafor', 'María López', 'Jean-Luc Petit', "Siobhán O'Neill", 'Li Wei', 'Kim', 'Peter van Dijk', 'priya patel'] // prettier-ignore
const MAILS = ['anna@example.com', 'bob.miller@mail.example.org', 'c_okafor@example.co.uk', 'm-lopez1@example.net']
const PHONES = [['0755 123 4567', '07551234567'], ['+44 20 7946 0958', '+442079460958'], ['zero two zero seven nine four six double zero', '020794600'], ['555-123-4567', '5551234567']] as const // prettier-ignore
const TEXTS = ['My order of last week has not arrived', 'please send me your price list', 'the heating in room 12 is cold since Monday', 'I want a cake for 30 people, with cherries'] // prettier-ignore
const DAYS = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30']
const TIMES = ['09:00', '09:30', '10:00', '11:30', '12:00', '13:30', '14:00', '15:30', '16:30']
const SPOKEN_TIMES: Readonly<Record<string, string>> = { '09:00': 'nine', '09:30': 'half past nine', '10:00': 'ten in the morning', '11:30': 'eleven thirty', '12:00': 'noon', '13:30': '1:30 pm', '14:00': 'two in the afternoon', '15:30': 'half past three', '16:30': '16:30' } // prettier-ignore
const ASKS = ["I'd like to book an appointment", 'can I come in for an appointment', 'book me an appointment please', 'I need a slot for a consultation', 'hi, could you schedule a visit for me'] // prettier-ignore

/** The same calls for the same number. Times are taken in turn, so that no two callers want the same by accident. */
export function scriptedCalls(count: number): ScriptedCall[] {
  return Array.from(
    { length: count },
    (_, index) => MAKERS[index % MAKERS.length]?.(index) ?? { what: '', lines: [], expected: null },
  )
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

function person(index: number) {
  const name = pick(NAMES, index * 7)
  return {
    name,
    kept: name === 'priya patel' ? 'Priya Patel' : name,
    email: pick(MAILS, index * 3),
    phone: pick(PHONES, index),
  }
}

function time(index: number) {
  const slot = `${pick(DAYS, index)}T${pick(TIMES, Math.floor(index / DAYS.length) + index)}`
  const day = momentInWords(slot).split(' at ')[0] ?? ''
  const [weekday = '', date = ''] = day.split(' ')
  const at = SPOKEN_TIMES[slot.slice(11)] ?? ''
  const prefix = /noon|\d\d:/.test(at) ? '' : 'at '
  return { slot, said: pick([`${weekday} the ${date}th ${prefix}${at}`.replace('23th', '23rd'), `on ${day}, ${prefix}${at}`, `${prefix}${at} on ${day}`], index) } // prettier-ignore
}

type Maker = (index: number) => ScriptedCall

const MAKERS: readonly Maker[] = [
  (index) => book(index, 'field by field', (of) => [pick(ASKS, index), of.said, `my name is ${of.name}`, of.email, 'yes']),
  (index) => book(index, 'in one sentence', (of) => [`${pick(ASKS, index)} ${of.said}, my name is ${of.name} and my email is ${of.email}`, "that's right"]),
  (index) => book(index, '"no, I meant …" of the time', (of) => [pick(ASKS, index), time(index + 3).said, `no, I meant ${of.said}`, of.name, of.email, 'yes, please']),
  (index) => book(index, '"no, I meant …" of the name', (of) => [pick(ASKS, index), of.said, 'Someone Else', `sorry, I meant ${of.name}`, of.email, 'correct']),
  (index) => book(index, '"change the time" at the end', (of) => [pick(ASKS, index), time(index + 5).said, of.name, of.email, 'change the time please', of.said, 'yes']),
  (index) => book(index, 'a correction while confirming', (of) => [pick(ASKS, index), of.said, of.name, 'wrong@example.com', `no, the email is ${of.email}`, 'yes']),
  (index) => book(index, '"no", and then which', (of) => [pick(ASKS, index), of.said, of.name, 'wrong@example.com', 'no', 'my e-mail', of.email, 'yes']),
  (index) => book(index, 'a question in between', (of) => [pick(ASKS, index), 'what does a loaf cost?', of.said, 'how long does rye bread keep?', of.name, of.email, 'yes']),
  (index) => ({ ...book(index, 'a change of mind', (of) => [pick(ASKS, index), of.said, of.name, pick(['never mind', 'forget it', 'cancel that', 'no, I changed my mind'], index)]), expected: null }),
  (index) => message(index, 'a message', (of) => ['can I leave a message', of.name, of.phone[0], of.text, 'yes']),
  (index) => message(index, 'a message with a correction', (of) => ['leave a message please', `my name is ${of.name}`, '0123 456 789', `no, my number is ${of.phone[0]}`, of.text, 'yes']),
  (index) => {
    const { name, kept, phone } = person(index)
    return { what: 'a call-back', lines: ['could someone call me back', name, phone[0], 'yes'], expected: { name: kept, phone: phone[1] } }
  },
] // prettier-ignore

function book(
  index: number,
  what: string,
  lines: (of: { said: string; name: string; email: string }) => string[],
): ScriptedCall {
  const { name, kept, email } = person(index)
  const { slot, said } = time(index)
  return { what, lines: lines({ said, name, email }), expected: { slot, name: kept, email } }
}

function message(
  index: number,
  what: string,
  lines: (of: { name: string; phone: readonly [string, string]; text: string }) => string[],
): ScriptedCall {
  const { name, kept, phone } = person(index)
  const text = pick(TEXTS, index)
  return { what, lines: lines({ name, phone, text }), expected: { name: kept, phone: phone[1], text } }
}
