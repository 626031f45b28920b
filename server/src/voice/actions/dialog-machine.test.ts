import { describe, expect, it } from 'vitest'
import { createAskFinder } from './action-asks.ts'
import { stepDialog } from './dialog-machine.ts'
import { IDLE, type DialogEvent, type DialogState } from './dialog-state.ts'
import { keptActions, NOW, TOOLS } from './actions-testing.ts'

const tools = Object.values(TOOLS)
const asks = createAskFinder(tools)

/** Feeds a caller's lines to the dialog, with actions that are kept in memory. */
async function play(lines: readonly (string | DialogEvent)[], actions = keptActions()) {
  let state: DialogState = IDLE
  const said: string[] = []
  for (const line of lines) {
    const events: DialogEvent[] = [typeof line === 'string' ? { type: 'said', text: line } : line]
    for (let event = events.shift(); event; event = events.shift()) {
      const step = stepDialog(state, event, {
        tools,
        asks,
        localNow: NOW,
        knows: (text) => /open|parking|cost/.test(text),
      })
      state = step.state
      for (const effect of step.effects) {
        if (effect.do === 'say') said.push(effect.text)
        if (effect.do === 'answer') said.push(`(answer) ${effect.back ?? ''}`.trim())
        if (effect.do === 'show') said.push(`(card) ${effect.card.title}`)
        if (effect.do === 'look-up') events.push({ type: 'slots', slots: await actions.freeSlots(effect.wish) })
        if (effect.do === 'run')
          events.push({ type: 'ran', result: await actions.run(effect.tool.name, effect.values) })
      }
    }
  }
  return {
    state,
    said,
    last: said.at(-1) ?? '',
    kept: actions.kept.map(({ name, values }) => ({ tool: name, ...values })),
  }
}

const ANNA = { name: 'Anna Smith', email: 'anna@example.com' }
const BOOKED = { name: 'Anna Smith', email: 'anna@example.com', slot: '2026-11-24T15:30' }

/** A name, the caller's lines, and what is stored at the end of the call. */
const CALLS: [string, string[], object | undefined][] = [
  ['field by field', ['I want to book an appointment', 'Tuesday at half past three', 'Anna Smith', 'anna@example.com', 'yes'], BOOKED],
  ['all in one sentence', ["I'd like to book an appointment for Tuesday at 3:30 pm, my name is Anna Smith and my email is anna@example.com", "that's right"], BOOKED],
  ['a wish of a day, then a choice', ['can i book an appointment', 'on Tuesday afternoon', '3:30', 'my name is Anna Smith', 'anna at example dot com', 'correct'], { ...BOOKED, slot: '2026-11-24T15:30' }],
  ['"no, I meant …" of the time', ['I need an appointment on Monday at ten', 'no, I meant Tuesday at half past three', 'Anna Smith', 'anna@example.com', 'yes'], BOOKED],
  ['"no, I meant …" of the name', ['book an appointment', 'tuesday 15:30', 'Anne Smith', 'sorry, I meant Anna Smith', 'anna@example.com', 'yes please'], BOOKED],
  ['a correction while confirming', ['book an appointment', 'tuesday at four', 'Anna Smith', 'anna@example.com', 'no, half past three', 'yes'], BOOKED],
  ['"change the time"', ['book an appointment', 'monday at ten', 'Anna Smith', 'anna@example.com', 'change the time', 'Tuesday at 3:30', 'yes'], BOOKED],
  ['"the name is wrong"', ['book an appointment', 'tuesday 3:30', 'Hanna Smit', 'anna@example.com', 'no, the name is wrong', 'Anna Smith', 'yes'], BOOKED],
  ['"not …, …"', ['book an appointment', 'tuesday 3:30', 'Anna Smit', 'anna@example.com', 'not Smit, Smith', 'yes'], BOOKED],
  ['"my email is …" while confirming', ['book an appointment', 'tuesday 3:30', 'Anna Smith', 'ana@example.com', 'my email is anna@example.com', 'yes'], BOOKED],
  ['"no" and then which', ['book an appointment', 'tuesday 3:30', 'Anna Smith', 'ana@example.com', 'no', 'the email', 'anna@example.com', 'yes'], BOOKED],
  ['a correction of which only the beginning was heard', ['book an appointment', 'tuesday 3:30', 'Anna Smit', 'anna@example.com', 'no i meant', 'the name', 'Anna Smith', 'yes'], BOOKED],
  ['a field of which only the name was heard', ['book an appointment', 'tuesday 3:30', 'Anna Smit', 'anna@example.com', 'my name is', 'Anna Smith', 'yes'], BOOKED],
  ['a question in between', ['book an appointment', 'is there parking?', 'tuesday 3:30', 'what does it cost?', 'Anna Smith', 'anna@example.com', 'are you open on sunday?', 'yes'], BOOKED],
  ['another day after all', ['book an appointment', 'on monday', 'another day', 'tuesday at 3:30', 'Anna Smith', 'anna@example.com', 'yes'], BOOKED],
  ['a change of mind', ['book an appointment', 'tuesday 3:30', 'Anna Smith', 'anna@example.com', 'never mind'], undefined],
  ['a change of mind at once', ['book an appointment', 'cancel that'], undefined],
  ['"no" and nothing more', ['book an appointment', 'tuesday 3:30', 'Anna Smith', 'anna@example.com', 'no'], undefined],
  ['a message', ['can i leave a message', 'my name is Bob', 'zero seven double five one two three four five', 'please tell them that the door is open', 'yes'], { name: 'Bob', phone: '075512345', text: 'please tell them that the door is open' }],
  ['a message with a number in it', ['leave a message', 'Bob', '0755 123 45 67', 'Do you repair model 4711, and when can I come on Tuesday', 'yes'], { name: 'Bob', phone: '07551234567', text: 'Do you repair model 4711, and when can I come on Tuesday' }],
  ['a choice and a number', ['order a pizza', 'an extra large one', 'for four', 'yes'], { size: 'extra large', people: '4' }],
  ['a correction of a choice', ['order a pizza', 'large', 'no, I meant small', 'three people', 'yes'], { size: 'small', people: '3' }],
  ...['Yep, all good', 'correct, thank you', "that's fine", 'perfect', 'sounds good', 'alright', 'go ahead'].map((yes): (typeof CALLS)[number] => [`"${yes}"`, ['order a pizza', 'small', 'for two', yes], { size: 'small', people: '2' }]),
  ...['nope', 'not quite', "nope, that's wrong, thanks"].map((no): (typeof CALLS)[number] => [`"${no}"`, ['order a pizza', 'small', 'for two', no, 'the size', 'large', 'yes'], { size: 'large', people: '2' }]),
  ...['My name would be Anna Smith', "it's Anna Smith", 'this is Anna Smith', "I'm called Anna Smith", 'Anna Smith here', 'by the way, where can I park'].map((line): (typeof CALLS)[number] => [`"${line}"`, ['book an appointment', 'tuesday 3:30', line, ...(line.includes('Anna') ? [] : ['anna smith']), 'anna@example.com', 'yes'], BOOKED]),
  ...['Can you put me down for a session please', 'pencil me in', 'sign me up for a trial', 'any chance of an appointment', 'do you have anything free on Tuesday'].map((wish): (typeof CALLS)[number] => [`"${wish}"`, [wish, 'tuesday 3:30 pm', 'Anna Smith', 'anna@example.com', 'yes'], BOOKED]),
  ...["hang on, could we do December 1st, four thirty in the afternoon instead?", "I got that wrong, it's December 1st, 16.30 that I want", 'move it to 4:30 pm on the 1st', "that's the wrong day: Tuesday, December 1st, four thirty in the afternoon"].map((line): (typeof CALLS)[number] => [`"${line}"`, ['book an appointment', 'monday at ten', 'Anna Smith', 'anna@example.com', line, 'yes'], { ...BOOKED, slot: '2026-12-01T16:30' }]),
  ...['please write Anna Smith', 'Anna Smith is my name', 'My name? Anna Smith', 'Call me Anna Smith', 'hello, this is anna smith'].map((line): (typeof CALLS)[number] => [`"${line}"`, ['book an appointment', 'tuesday 3:30', line, 'anna@example.com', 'yes'], BOOKED]),
  ...['the name is wrong, it is Anna Smith', "you got my name wrong, it's Anna Smith", 'change the name to Anna Smith', 'no, Anna Smith', "it's spelled Anna Smith"].map((line): (typeof CALLS)[number] => [`"${line}"`, ['book an appointment', 'tuesday 3:30', 'Hanna Smit', 'anna@example.com', line, 'yes'], BOOKED]),
  ...['Dr. Karen Fox', 'Will Young', 'Ray Monday', 'Otto von Berg', "Sinéad O'Brien"].map((name): (typeof CALLS)[number] => [name, ['book an appointment', 'tuesday 3:30', name, 'anna@example.com', 'yes'], { ...BOOKED, name }]),
  ...["I don't need it anymore", "on second thought, no", "let's not do it", 'I need to think about it', 'cancel the whole thing', "I'll call back another day"].map((line): (typeof CALLS)[number] => [`"${line}"`, ['book an appointment', 'tuesday 3:30', line, 'Anna Smith', 'anna@example.com', 'yes'], undefined]),
  ...['you got it', 'yes, everything is right', 'ok great, thank you', 'works for me', 'all correct'].map((yes): (typeof CALLS)[number] => [`"${yes}"`, ['order a pizza', 'small', 'for two', yes], { size: 'small', people: '2' }]),
  ['a wish to tell something', ['please let them know something from me', 'Anna Smith is my name', '0755 123 45 67', 'The bill is wrong', 'yes'], { name: 'Anna Smith', phone: '07551234567', text: 'The bill is wrong' }],
  ['a message that is a question', ['leave a message', 'Bob', '0755 123 45 67', 'is there parking for my van?', 'yes'], { name: 'Bob', phone: '07551234567', text: 'is there parking for my van?' }],
  ['an address with a word of another action', ['book an appointment', 'tuesday 3:30', 'Anna Smith', 'please send it to anna@example.com', 'yes'], BOOKED],
  ['a message that was meant, at the end', ['leave a message', 'Bob', '0755 123 45 67', 'my brakes squeak', 'no, I meant the clutch squeaks', 'yes'], { name: 'Bob', phone: '07551234567', text: 'the clutch squeaks' }],
  ['a name that was meant, after a message', ['leave a message', 'Bob', '0755 123 45 67', "I don't need the appointment any more", 'no, I meant Anna Smith', 'yes'], { name: 'Anna Smith', phone: '07551234567', text: "I don't need the appointment any more" }],
  ['a name without capitals, after a message', ['leave a message', 'Bob', '0755 123 45 67', 'my brakes squeak', 'sorry, it is anna smith', 'yes'], { name: 'Anna Smith', phone: '07551234567', text: 'my brakes squeak' }],
  ['the second of the offered times, and a name', ['book an appointment', 'on Tuesday after three', 'the second one, and my name is Anna Smith', 'anna@example.com', 'yes'], BOOKED],
  ['"not …, …" of the day', ['book an appointment', 'monday at 3:30', 'not Monday, Tuesday', 'Anna Smith', 'anna@example.com', 'yes'], BOOKED],
  ['"make it …" of the day', ['book an appointment', 'monday at 3:30', 'No, make it Tuesday', 'Anna Smith', 'anna@example.com', 'yes'], BOOKED],
  ...['ten', 'eleven'].map((hour): (typeof CALLS)[number] => [`"Monday at ${hour}" after times on a later Monday`, ['book an appointment', 'on december 7th', `Monday at ${hour} then`, 'Anna Smith', 'anna@example.com', 'yes'], { ...BOOKED, slot: `2026-12-07T1${hour === 'ten' ? 0 : 1}:00` }]),
  ['a day instead of those offered', ['book an appointment', 'on Wednesday', 'neither, how about Tuesday at half past three', 'Anna Smith', 'anna@example.com', 'yes'], BOOKED],
  ['the old and the new time of an appointment', ['move my appointment from Monday at ten to Tuesday at 3:30', '719403', 'yes'], { code: '719403', slot: '2026-11-24T15:30' }],
  ['free times while moving', ['move my appointment', '719403', 'do you have anything free on Tuesday at 3:30?', 'yes'], { code: '719403', slot: '2026-11-24T15:30' }],
  ...['yes, cancel it', 'please cancel it', "I'm not well, please cancel my appointment", 'could you cancel that please', 'sure, go ahead and cancel'].map((line): (typeof CALLS)[number] => [`"${line}" of a booking`, ['cancel my appointment', '719403', line], { code: '719403' }]),
  ...["I want to cancel it because I'm ill", 'cancel it', "I don't need it anymore", "I'm not going to make it"].map((line): (typeof CALLS)[number] => [`"${line}" before the code`, ['cancel my appointment', line, '719403', 'yes'], { code: '719403' }]),
  ...["don't cancel it", "I don't want to cancel it anymore", "no, I'll keep it", "no, don't", 'never mind', 'bye'].map((line): (typeof CALLS)[number] => [`"${line}" of a booking`, ['cancel my appointment', '719403', line, 'yes'], undefined]),
  ...['no, cancel it', 'cancel please', 'can I cancel it later?'].map((line): (typeof CALLS)[number] => [`"${line}", which is not clear`, ['cancel my appointment', '719403', line], undefined]),
  ...["I don't want it in the morning", "I'll do the later one", "I'll come later", "I'm not interested in mornings", "I can't do mornings", "I don't like any of these", "I'm not free then", 'let me check my calendar', "I don't want any of those times", "I don't want that time, something in the afternoon", "I changed my mind, I'd rather come in the afternoon"].map((line): (typeof CALLS)[number] => [`"${line}"`, ['book an appointment', 'monday', line, 'tuesday 3:30', 'Anna Smith', 'anna@example.com', 'yes'], BOOKED]),
  ['a change of mind about a value', ['order a pizza', 'small', 'I changed my mind, make it large', 'for two', 'yes'], { size: 'large', people: '2' }],
  ...["can I cancel the appointment later if I'm sick?", 'can the appointment be cancelled later?', 'is it a problem if I have to cancel it?', "I don't need a reminder"].map((line): (typeof CALLS)[number] => [`"${line}"`, ['book an appointment', 'tuesday 3:30', 'Anna Smith', 'anna@example.com', line, 'yes'], BOOKED]),
  ...['cancel the appointment', 'could you cancel the appointment please?'].map((line): (typeof CALLS)[number] => [`"${line}"`, ['book an appointment', 'tuesday 3:30', 'Anna Smith', 'anna@example.com', line, 'yes'], undefined]),
  ...['never mind, maybe later', "I don't want to book anymore", "no thanks, I'll do it another day", "I'm no longer interested", "I don't think I want this", "I can't do Tuesday, so never mind", "I don't want to come on Monday after all"].map((line): (typeof CALLS)[number] => [`"${line}" to an offer`, ['book an appointment', 'monday', line, 'tuesday 3:30', 'Anna Smith', 'anna@example.com', 'yes'], undefined]),
  ...['can you send me a reminder message the day before?', 'can someone call me tomorrow if something changes?'].map((line): (typeof CALLS)[number] => [`"${line}"`, ['book an appointment', 'tuesday 3:30', 'Anna Smith', 'anna@example.com', line, 'yes'], BOOKED]),
  ...['cancel my appointment', 'please call me back'].map((text): (typeof CALLS)[number] => [`the message "${text}"`, ['leave a message', 'Bob', '0755 123 45 67', text, 'yes'], { name: 'Bob', phone: '07551234567', text }]),
  ...['bye', 'forget it', "I don't want to leave a message anymore"].map((line): (typeof CALLS)[number] => [`"${line}" for a message`, ['leave a message', 'Bob', '0755 123 45 67', line, 'yes'], undefined]),
  ...['pardon', 'can you repeat that', 'could you read that back to me?', 'say that again please', 'speak slower please', 'hold on a second', 'one moment please', "sorry, I didn't get that"].map((line): (typeof CALLS)[number] => [`"${line}" to each question`, ['leave a message', line, 'Bob', line, '0755 123 45 67', line, 'my brakes squeak', line, 'yes'], { name: 'Bob', phone: '07551234567', text: 'my brakes squeak' }]),
  ...Object.entries({ 'I V A N': 'Ivan', 'A N N A': 'Anna', 'A double N A': 'Anna', 'my name is i v a n petrov': 'Ivan Petrov', 'J R R Tolkien': 'J R R Tolkien', "it's for my wife, Anna Smith": 'Anna Smith', 'my son Ben': 'Ben', 'Heung-min Son': 'Heung-min Son' }).map(([line, name]): (typeof CALLS)[number] => [`the name in "${line}"`, ['book an appointment', 'tuesday 3:30', line, 'anna@example.com', 'yes'], { ...BOOKED, name }]),
  ['one letter of a name, which is asked for again', ['book an appointment', 'tuesday 3:30', 'Anna Smit', 'anna@example.com', "that's right but my name is spelled with an h", 'yes'], undefined],
  ['a call-back, without asking for what is optional', ['call me back', 'Bob', '0755 123 45 67', 'yes'], { name: 'Bob', phone: '07551234567' }],
  ['a call-back with a time and a topic', ["call me back tomorrow at ten please, it's about my invoice", 'Bob', '0755 123 45 67', 'yes'], { name: 'Bob', phone: '07551234567', when: 'tomorrow at ten', topic: 'my invoice' }],
  ['a time and a topic in answers to other questions', ['call me back', "Bob, it's about my order", 'you can reach me after five on 0755 123 45 67', 'no, at eleven tomorrow', "no, it's about my bill", 'the sooner the better', 'yes'], { name: 'Bob', phone: '07551234567', when: 'at eleven tomorrow', topic: 'my bill' }],
  ['a code', ['cancel my appointment', 'it is 719403', 'yes'], { code: '719403' }],
] // oxfmt-ignore

describe('the dialog about an action', () => {
  it.each(CALLS)('stores the values that the caller said: %s', async (_, lines, expected) => {
    const { kept, said } = await play(lines)
    expect(
      kept.map(({ tool: _tool, ...values }) => values),
      said.join('\n'),
    ).toEqual(expected ? [expected] : [])
  })

  it('says that a booking stays when its cancellation is dropped', async () => {
    expect((await play(['cancel my appointment', 'never mind'])).last).toBe(
      'All right, nothing is cancelled. What else can I do for you?',
    )
  })

  it.each([
    ['tuesday 3:30', ["All right, I've dropped that. ", 'Certainly. What is your name, please?']],
    ['monday', ['Certainly. What is your name, please?']],
  ])('says what is lost when the caller wants another action instead, after "%s"', async (line, expected) => {
    expect((await play(['book an appointment', line, 'call me back'])).said.slice(2)).toEqual(expected)
  })

  it('reads back all values before it acts', async () => {
    const { last, kept } = await play(CALLS[0]?.[1].slice(0, -1) ?? [])
    expect(last).toBe(
      'Thank you. Here is what I have. Time: Tuesday 24 November at 3:30 pm. Your name: Anna Smith. E-mail: anna@example.com. Is that right?',
    )
    expect(kept).toEqual([])
  })

  it.each([
    ['how about Tuesday', 'Tuesday 24 November at'],
    ['none of those, Tuesday please', 'Tuesday 24 November at'],
    ['What about next week', 'Monday 23 November at'],
    ["I can't do Wednesday", 'Thursday 26 November at'],
  ])('after it offered times, offers others when it hears "%s"', async (line, expected) => {
    const { last } = await play(['book an appointment', 'on Wednesday', line])
    // The day is said once.
    expect(last).toMatch(new RegExp(`^I have ${expected} [^,]+, \\d[^,]+, or \\d[^,]+\\. Which one suits you\\?$`))
  })

  it('asks how to go on when the caller says no before any time was offered', async () => {
    expect((await play(['book an appointment', 'no'])).last).toBe(
      'Shall I drop it, or go on? To go on: When would you like to come?',
    )
  })

  it.each([
    [['pardon?'], 'When would you like to come?'],
    [['hang on a minute'], 'Take your time.'],
    [['tuesday 3:30', 'Anna Smith', 'anna@example.com', 'hold on'], 'Take your time. And is what I have noted right?'],
    [['tuesday 3:30', 'Anna Smith', 'anna@example.com', 'sorry, what?'], 'Here is what I have. Time: Tuesday 24 November at 3:30 pm. Your name: Anna Smith. E-mail: anna@example.com. Is that right?'],
    [['tuesday 3:30', 'Anna Smith', 'anna@example.com', 'no', 'again please'], 'What shall I change?'],
  ])('repeats what it said last, or waits: %j', async (lines, reply) => {
    expect((await play(['book an appointment', ...lines])).last).toBe(reply)
  }) // oxfmt-ignore

  it('returns to its question after answering another one', async () => {
    expect((await play(['book an appointment', 'is there parking?'])).last).toBe(
      '(answer) So, when would you like to come?',
    )
  })

  it('offers other times if a slot was taken meanwhile, and repeats no other questions', async () => {
    const actions = keptActions()
    const before = await play(CALLS[1]?.[1].slice(0, 1) ?? [], actions)
    expect(before.state.phase).toBe('confirming')
    const again = await play(
      [CALLS[1]?.[1][0] ?? '', { type: 'said', text: 'the first one' }],
      (actions.taken.add(BOOKED.slot), actions),
    )
    expect(again.said[0]).toContain('That is not free. I have')
    const { kept } = await play([CALLS[1]?.[1][0] ?? '', 'the second one', 'yes'], actions)
    expect(kept[0]).toMatchObject({ ...ANNA, slot: '2026-11-24T15:00' })
  })

  it('tries again after a failure without asking again', async () => {
    const actions = keptActions()
    actions.next.push({ status: 'failed', say: 'The kitchen does not answer.' })
    const { said, kept } = await play(['order a pizza', 'small', '2', 'yes', 'yes'], actions)
    expect(said.at(-2)).toBe('The kitchen does not answer. Shall I try it again?')
    expect(kept).toEqual([{ tool: 'order_pizza', size: 'small', people: '2' }])
  })

  it('accepts a form, and says what is wrong with it', async () => {
    const start = ['book an appointment', 'tuesday 3:30'] as const
    const wrong = await play([...start, { type: 'form-sent', values: { name: 'Anna Smith', email: 'anna@' } }])
    expect(wrong.last).toBe('An e-mail address looks like name@example.com. Could you look at it again?')
    const { kept } = await play([...start, { type: 'form-sent', values: ANNA }, 'yes'])
    expect(kept[0]).toMatchObject(BOOKED)
  })

  it('does not ask again for values from the previous action', async () => {
    const { kept } = await play([...(CALLS[0]?.[1] ?? []), 'cancel my appointment', 'yes'])
    expect(kept[1]).toEqual({ tool: 'cancel_appointment', code: '719403' })
  })

  it('shows a card at once, and leaves other lines to the brain', async () => {
    const actions = keptActions()
    actions.next.push({ status: 'done', say: 'Here it is.', card: { title: 'Menu' } })
    expect((await play(['show me the menu'], actions)).said).toEqual(['(card) Menu', 'Here it is.'])
    expect((await play(['do I need an appointment?'])).said).toEqual(['(answer)'])
  })

  it('asks again with help if it did not understand', async () => {
    expect((await play(['book an appointment', ''])).last).toBe(
      "Sorry, I didn't get that. When would you like to come?",
    )
    expect((await play(['book an appointment', '', ''])).last).toMatch(
      /^Sorry, I didn't get that\. \S.+ When would you like to come\?$/,
    )
    expect((await play(['leave a message', ''])).last).toContain('type your name into the form')
  })
})
