import type { BusinessName } from './business.ts'

/** The ways in which one group of callers says things. `{}` stands for the value. */
export interface Phrases {
  /** The business that they call; a physiotherapist if not given. */
  business?: BusinessName
  book: readonly string[]
  message: readonly string[]
  callback: readonly string[]
  /** Placeholders, for example: `{weekday}` Tuesday, `{date}` December 1st, `{time}` half past three. */
  when: readonly string[]
  clock: (hour: number, minute: number) => string
  name: readonly string[]
  email: readonly string[]
  phone: readonly string[]
  texts: readonly string[]
  yes: readonly string[]
  /** Corrections of a value, given after it was taken or instead of "yes". */
  notThatTime: readonly string[]
  notThatEmail: readonly string[]
  notThatName: readonly string[]
  notThatPhone: readonly string[]
  leave: readonly string[]
  aside: readonly string[]
  names: readonly string[]
  /** The code of a booked appointment, as the caller says it. */
  move: readonly string[]
  cancel: readonly string[]
  code: readonly string[]
}

const HOURS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const spoken = (hour: number) => HOURS[((hour + 11) % 12) + 1] ?? ''
const half = (hour: number) => (hour < 12 ? 'in the morning' : hour < 18 ? 'in the afternoon' : 'in the evening')

/** The development set: the dialog was improved with it. */
const FIRST: Phrases = {
  book: ['Hi there, I was hoping to get an appointment', "hello I'd like to make a booking", 'Do you have any openings? I need an appointment.', "I'd like to come in and see someone", 'my back is killing me, can I get an appointment', 'Can you put me down for a session please', "I want to arrange an appointment for my daughter"],
  message: ['Could you pass on a message for me?', "I'd like to leave word for the owner", 'please take a message', 'Can you tell the therapist something for me?'],
  callback: ['Could you have somebody ring me?', 'please call me back', "I'd rather be phoned, can someone give me a call"],
  when: ['{weekday}, {date}, {time} would be great', 'how about {date} at {time}', 'ideally {weekday} {date} around {time}', '{date}, {time}', 'Could I come on {weekday} {date} at {time}?', 'let me see... {date} at {time} if possible'],
  clock: (hour, minute) => [`${spoken(hour)}${minute ? ' thirty' : ''} ${half(hour)}`, `${((hour + 11) % 12) + 1}:${minute ? '30' : '00'} ${hour < 12 ? 'am' : 'pm'}`, `${((hour + 11) % 12) + 1}${minute ? '.30' : ''}${hour < 12 ? 'am' : 'pm'}`][hour % 3] ?? '',
  name: ["It's {}", '{}', "{}, that's me", 'My name would be {}', "Sure, I'm {}", 'the name is {}'],
  email: ['{}', "it's {}", 'You can reach me at {}', 'sure: {}', 'my mail is {} thanks'],
  phone: ['{}', "it's {}", 'You can reach me on {}', 'my cell is {}', 'the best number is {}'],
  texts: ['I left my umbrella in the waiting room', 'Please tell her the exercises helped a lot', "I'm going to be late with the paperwork", 'my insurance wants a receipt for October'],
  yes: ['yes', 'Yep, all good', "that's right", 'sounds good', 'yes please', 'correct, thank you', 'yup', 'Perfect'],
  notThatTime: ['no, I meant {}', 'oh wait, make that {}', 'sorry, actually {} is better', 'hang on, could we do {} instead?'],
  notThatEmail: ['no, the email should be {}', 'I made a typo, it is {}', 'wait, my address is {}'],
  notThatName: ['no, I meant {}', 'Sorry, the name is {}', "that's misspelled, it's {}"],
  notThatPhone: ['no, I meant {}', 'sorry, wrong number. It is {}', 'actually use {}'],
  leave: ['you know what, forget it', "actually I don't need it anymore", 'never mind, thanks', "let's leave it", "I've changed my mind"],
  aside: ['what does a session cost?', 'by the way, where can I park'],
  names: ['Olivia Brandt', 'Tom Hughes', 'Fatima Al-Sayed', 'Jörg Weiß', 'mia fernandez', "Patrick O'Connor", 'Nguyen Thi Lan', 'Grace', 'Sanjay Gupta', 'Emma de Vries'],
  move: ['I need to move my appointment', 'can we reschedule my session please', 'could I change my appointment to another time'],
  cancel: ['please cancel my appointment', "I can't make it to my appointment", 'I want to call off my session'],
  code: ['{}', 'the code is {}', "it's {}"],
} // oxfmt-ignore

/** Held out: written before the dialog was improved, and first run afterwards. */
const SECOND: Phrases = {
  book: ['Good morning, is it possible to schedule something with you?', "I'm looking to book in", 'need an appt pls', 'I was told to make an appointment with you', 'Could I get in sometime soon for a session?', 'Hey, I want to reserve a time', "I'd love to set up an appointment"],
  message: ['May I leave a note for the boss?', 'I have a message for the team', 'Would you let them know something from me?', 'can you write down a message'],
  callback: ['I would like a call back', 'Can I get a phone call from you people?', 'Ask someone to phone me please'],
  when: ['{date} {time}, does that work?', "I could do {time} on {date}", '{weekday} the {day} at {time}', 'What about {weekday}, {date}, say {time}?', "I'm free on {date} at {time}", 'put me in for {time}, {date}'],
  clock: (hour, minute) => [minute ? `half past ${spoken(hour)} ${half(hour)}` : `${spoken(hour)} o'clock ${half(hour)}`, `${hour}:${minute ? '30' : '00'}`, `${((hour + 11) % 12) + 1}${minute ? ':30' : ''} ${hour < 12 ? 'a.m.' : 'p.m.'}`][hour % 3] ?? '',
  name: ['{} here', 'I am called {}', 'You can put {}', 'name: {}', '{} is my name', 'yes of course, {}'],
  email: ['email me at {}', '{} please', "that's {}", 'my email address: {}', 'use {}'],
  phone: ['call {}', '{} please', "that's {}", 'my number: {}', 'try me on {} after work'],
  texts: ['Tell Rosa that the stretching made my knee worse', 'I want to know if the Friday class still runs', 'The invoice you sent has the wrong address', 'please send the referral to Dr Lee'],
  yes: ['yes that is correct', 'ok', 'Right', 'yes go ahead', 'sure', 'that is fine', 'exactly right', 'Yes, book it please'],
  notThatTime: ['hmm no, rather {}', "I got that wrong, it's {} that I want", 'can you change it to {}', 'not then, {}'],
  notThatEmail: ['oops, wrong one, use {}', 'please change my email to {}', 'the email is wrong, it should be {}'],
  notThatName: ['please change the name to {}', 'it should be {}', 'oh no, wrong, it is {}'],
  notThatPhone: ['please change the number to {}', 'it should be {}', "that's my old one, take {}"],
  leave: ['sorry, stop, I need to think about it', 'scrap that', "no thanks, I'll do it another day", 'please cancel this', 'I decided against it'],
  aside: ['how much is a session', 'is there parking anywhere?'],
  names: ['Hannah Keller', 'Luis Ortega', 'Aoife Byrne', 'wei chen', 'Dr. Marcus Stone', 'Zoë Laurent', 'Ben', 'Amara Nwosu', 'Ivan Petrov', 'Lucia dos Santos'],
  move: ['something came up, I have to move my appointment', 'is it possible to reschedule', 'I would like to postpone my booking'],
  cancel: ['I need to cancel my booking', 'can you cancel my session for me', 'sorry, I have to cancel the appointment'],
  code: ['sure, {}', 'my code is {}', '{} is the code'],
} // oxfmt-ignore

/**
 * Held out too: written after the second set, whose results never led to a change of the dialog, and before this set's
 * own results were seen.
 */
const THIRD: Phrases = {
  book: ['could I have an appointment sometime', 'What would be the next step to get an appointment?', "I'd need a slot with the therapist", 'is there room for me in the schedule? I want a session', 'please book a visit for me', 'hey, appointment please', "we'd like to arrange a meeting with you"],
  message: ['I want to leave a message', 'Can you forward a message to the owner?', 'can I give you a message for her', 'would you tell them something for me'],
  callback: ['can someone phone me back', 'I want you to call me', "a call back would be great"],
  when: ['maybe {date}, {time}?', '{time} on {weekday} {date}', 'I was thinking of {date} around {time}', '{weekday} {date} {time} please', 'would {date} at {time} be possible', 'the {day}, {weekday}, at {time}'],
  clock: (hour, minute) => [`${((hour + 11) % 12) + 1}${minute ? ':30' : ''}${hour < 12 ? 'am' : 'pm'}`, minute ? `half past ${spoken(hour)} ${half(hour)}` : `${spoken(hour)} ${half(hour)}`, `${String(hour).padStart(2, '0')}:${minute ? '30' : '00'}`][hour % 3] ?? '',
  name: ['{}.', 'I go by {}', 'Please write {}', 'hello, this is {}', "my name's {}", 'that would be {}'],
  email: ['{}', 'my e-mail is {}', 'please send it to {}', 'it would be {}', 'of course, {}'],
  phone: ['{}', 'you can call {}', 'My phone number is {}', "it's {}, mobile", 'sure, {}'],
  texts: ['Can I bring my dog to the session', 'The heating in room two does not work', 'I will be ten minutes late tomorrow', 'thank you for the flowers'],
  yes: ['yes', 'yeah', "yes, that's all correct", 'absolutely', 'yes, thanks', 'looks good', "that's it", 'Sure thing'],
  notThatTime: ['no, {} please', 'sorry, I said {}', 'oh, {} would be better for me', "that's the wrong day, I want {}"],
  notThatEmail: ['no, {}', 'that address is wrong, take {}', 'could you change the email to {}'],
  notThatName: ['no, {} please', "you got my name wrong, it's {}", 'my name should be {}'],
  notThatPhone: ['no, {}', 'the number is wrong, it is {}', 'please use {} instead'],
  leave: ['forget about it', "I don't want this anymore", "let's not do it", 'no, leave it', 'I need to think it over, bye'],
  aside: ['and what do you charge for a session?', 'wait, can I park there?'],
  names: ['Peter Novak', 'Chloe Martin', 'Ahmed Hassan', 'sofia rossi', 'Jean-Luc Picard', 'Maeve O\'Sullivan', 'Kim', 'Björn Larsson', 'Priya Sharma', 'Ana de la Cruz'],
  move: ["I'd like to change the time of my appointment", 'can my appointment be moved', 'we have to reschedule our meeting'],
  cancel: ["I won't be coming, please cancel my appointment", 'could you cancel the booking', 'cancel my session please'],
  code: ['it is {}', '{}', 'I have {} here'],
} // oxfmt-ignore

/** Held out: written before the recognition of spoken calls was improved, and run once at the end. */
const FOURTH: Phrases = {
  book: ["Hi, I'd like to book an appointment, please", 'I need to see someone about my shoulder', 'Could you fit me in sometime next week?', "Hello, I'm calling to make an appointment", 'Can I book a session?', 'is there anything free soon? I want to book', 'I was wondering if I could get a session'],
  message: ["I'd like to leave a message please", 'Could you give the therapist a message?', 'Can you take a message for me', 'I need to get a message to someone'],
  callback: ['Can you call me back later', 'Could someone give me a ring please', "I'd like someone to call me back"],
  when: ['{weekday}, {date}, at {time}', 'Do you have {date} at {time}?', '{time} on {date} would suit me', "let's do {date} at {time}", 'is {weekday} {date} at {time} free', 'my best time is {date}, {time}'],
  clock: (hour, minute) => [`${((hour + 11) % 12) + 1}${minute ? ':30' : ''} ${hour < 12 ? 'am' : 'pm'}`, minute ? `half past ${spoken(hour)} ${half(hour)}` : `${spoken(hour)} ${half(hour)}`, `${spoken(hour)}${minute ? ' thirty' : " o'clock"} ${half(hour)}`][hour % 3] ?? '',
  name: ['{}', 'My name is {}', 'this is {}', "{}, that's my name", 'Yes, {}', 'put it under {}'],
  email: ['{}', 'my email is {}', "it's {} please", 'that is {}', 'write to {}'],
  phone: ['{}', 'my number is {}', "it's {}", 'yes, {}', 'the number is {}'],
  texts: ['I found a pair of glasses in the changing room', 'Please send me the bill again', 'The appointment on Monday was very helpful', 'my daughter has a fever and stays at home'],
  yes: ['yes', "yes, that's right", 'yeah', 'correct', 'yes please', "that's correct, thanks", 'okay', 'perfect, thank you'],
  notThatTime: ['no, I meant {}', 'no, sorry, {}', 'actually, make it {}', 'wait, I want {} instead'],
  notThatEmail: ['no, it is {}', 'the email address is wrong, use {}', 'please correct the email to {}'],
  notThatName: ['no, my name is {}', 'the name is wrong, it is {}', 'no, {}'],
  notThatPhone: ['no, it is {}', 'no, my number is {}', 'the number is not right, it is {}'],
  leave: ['never mind', 'actually, forget it', "I've changed my mind, sorry", 'no, stop', "I don't want that any more"],
  aside: ['how much does a session cost?', 'where can I park?'],
  names: ['Julia Fischer', 'Mark Sullivan', 'Noor Haddad', 'clara jensen', 'Dr. Helen Wu', 'Tomás Rivera', 'Sam', 'Ifeoma Eze', 'Viktor Horvat', 'Maria da Silva'],
  move: ['I have to move my appointment', 'Can I move my appointment to another day?', 'I want to reschedule my appointment'],
  cancel: ['I want to cancel my appointment', 'Can you cancel my appointment?', 'I have to cancel my session'],
  code: ['{}', 'the code is {}', 'yes, it is {}'],
} // oxfmt-ignore

/** Held out: written at the same time as the fourth set in other words, and run once after it. */
const FIFTH: Phrases = {
  book: ['good afternoon, I want to come in for a session', "I'd like an appointment with the therapist", 'Can you book me in?', 'Do you have any free appointments?', 'Could I arrange a time to come by', 'My knee hurts, I need an appointment', 'please schedule an appointment for me'],
  message: ['may I leave a message', 'Can I leave something for the therapist? A message, I mean', 'please pass a message on for me', "I've got a message for the owner"],
  callback: ['Please have someone call me', 'can I get a call back', 'would you ring me back please'],
  when: ['{date} at {time} please', 'Could you do {weekday}, {date}, {time}?', 'What about {time} on {date}?', '{weekday} the {day} at {time} if you can', "I'd prefer {date}, {time}", 'I can come on {date} at {time}'],
  clock: (hour, minute) => [minute ? `${spoken(hour)} thirty ${hour < 12 ? 'am' : 'pm'}` : `${spoken(hour)} ${hour < 12 ? 'am' : 'pm'}`, `${((hour + 11) % 12) + 1}${minute ? ':30' : ''} ${half(hour)}`, minute ? `half past ${spoken(hour)}` : `${spoken(hour)} o'clock`][hour % 3] ?? '',
  name: ['it is {}', '{}', 'You can write {}', 'I am {}', '{} speaking', 'The name is {}'],
  email: ['{}', 'please use {}', 'mine is {}', 'send it to {}', 'email: {}'],
  phone: ['{}', 'you can reach me at {}', 'It is {}', 'okay, {}', 'call me on {}'],
  texts: ['The new exercises are too hard for me', 'I would like to know when the course starts', 'Could you send me a copy of the invoice', 'please water the plants on Friday'],
  yes: ['yes', 'yep', "that's right, yes", 'yes it is', 'all correct', 'sure', 'right', 'yes, thank you very much'],
  notThatTime: ['no, not then, {}', 'oh no, I meant {}', 'can we make it {} instead', 'sorry, I need {}'],
  notThatEmail: ['sorry, the email is {}', 'no, use {}', 'that email is wrong. It is {}'],
  notThatName: ['sorry, it is {}', 'no, the name is {}', 'you have the name wrong, I am {}'],
  notThatPhone: ['sorry, it is {}', 'no, the number is {}', 'that is the wrong number, it is {}'],
  leave: ['forget it', 'no, never mind that', "let's stop here", 'I changed my mind', "actually I don't want to"],
  aside: ['what is the price of a session?', 'is there a car park?'],
  names: ['Laura Bennett', 'Diego Morales', 'Yuki Tanaka', 'anton berg', 'Prof. Ruth Adler', 'Chloé Petit', 'Max', 'Kwame Mensah', 'Elena Popova', 'Rosa del Valle'],
  move: ['can I change my appointment', 'Please move my appointment', 'I would like to move my session to another time'],
  cancel: ["I'd like to cancel my booking", 'please cancel my session', 'Could you cancel my appointment for me'],
  code: ['{}', 'it is {}', 'my code is {}'],
} // oxfmt-ignore

/** Held out: written for another business before the results of the fifth set were seen, and run once at the end. */
const SIXTH: Phrases = {
  business: 'driving school',
  book: ["Hello, I'd like to book a driving lesson", 'Can I get a lesson with one of your instructors?', 'I want to learn to drive, when could I start? I need a lesson', 'Could you schedule a lesson for me please', "Hi, I'm calling to set up my next lesson", 'are there any lessons free this month', "I'd like to reserve an hour with the instructor"],
  message: ['Could you give my instructor a message?', "I'd like to leave a message for the office", 'Can you pass something on to my instructor', 'I have to leave a message, please'],
  callback: ['Could you call me back please', "I'd like somebody from the office to ring me", 'can you have the instructor phone me'],
  when: ['{weekday} {date} at {time}, if possible', 'Is {time} on {date} still free?', 'I would like {date} at {time}', 'could it be {weekday} the {day} at {time}', '{time}, {date}', 'what have you got around {time} on {date}?'],
  clock: (hour, minute) => [minute ? `half past ${spoken(hour)} ${half(hour)}` : `${spoken(hour)} ${half(hour)}`, `${((hour + 11) % 12) + 1}${minute ? ':30' : ''}${hour < 12 ? 'am' : 'pm'}`, `${spoken(hour)}${minute ? ' thirty' : ''} ${hour < 12 ? 'am' : 'pm'}`][hour % 3] ?? '',
  name: ['{}', "It's {}", 'my name is {}', "I'm {}, a new student", 'write down {} please', '{}, like it sounds'],
  email: ['{}', "it's {}", 'you can write to {}', 'my address is {}', 'that would be {}'],
  phone: ['{}', 'my number is {}', "sure, it's {}", 'you can call {}', 'my mobile is {}'],
  texts: ['I passed the theory test yesterday', 'My instructor forgot his jacket in our hallway', 'Is the motorway lesson part of the package', 'I need the car with automatic gears'],
  yes: ['yes', 'yes, correct', 'yep', "that's all right", 'yes, perfect', 'okay, thanks', 'exactly', 'yes, please do'],
  notThatTime: ['no, I meant {}', "sorry, that's wrong, I meant {}", 'oh, can we do {} instead?', 'no wait, {}'],
  notThatEmail: ['no, the address is {}', 'I mistyped it, it is {}', 'sorry, please use {}'],
  notThatName: ['no, it is {}', 'sorry, my name is {}', 'the name should be {}'],
  notThatPhone: ['no, it should be {}', 'sorry, the number is {}', 'I gave you the wrong number, it is {}'],
  leave: ["sorry, I've changed my mind", 'oh, never mind', 'forget it, thanks', "I don't need it any more", "no, let's leave it"],
  aside: ['how much is a lesson?', 'what do I have to bring?'],
  names: ['Sophie Clark', 'Marco Bianchi', 'Leyla Yilmaz', 'oscar lind', 'Ms. Fiona Grant', 'Andrés Molina', 'Ella', 'Chidi Okafor', 'Milan Kovac', 'Carla van Dijk'],
  move: ['I need to move my lesson', 'Could I change my lesson to another day?', 'we have to reschedule my driving lesson'],
  cancel: ['I have to cancel my lesson', 'please cancel my driving lesson', "I can't come to my lesson, please cancel it"],
  code: ['{}', 'my code is {}', "it's {}"],
} // oxfmt-ignore

export const SETS = { first: FIRST, second: SECOND, third: THIRD, fourth: FOURTH, fifth: FIFTH, sixth: SIXTH }
