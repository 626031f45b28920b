import { expect, it } from 'vitest'
import { timeIn, wishOf } from './spoken-times.ts'

/** A Sunday. */
const NOW = '2026-11-22T19:30'

it.each<[text: string, expected: string, now?: string]>([
  ['tomorrow at 3', '2026-11-23 15:00'],
  ['tomorrow at three', '2026-11-23 15:00'],
  ['Tuesday the twenty-fourth at half past three', '2026-11-24 15:30'],
  ['on the 24th at 9', '2026-11-24 09:00'],
  ['the twenty fourth', '2026-11-24'],
  ['the third of december at quarter to five', '2026-12-03 16:45'],
  ['December 3rd, quarter past ten', '2026-12-03 10:15'],
  ['24 November 2026 15:30', '2026-11-24 15:30'],
  ['2026-11-24T15:30', '2026-11-24 15:30'],
  ['next Tuesday', '2026-11-24'],
  ['Tuesday in the afternoon', '2026-11-24 12:00–18:00'],
  ['Thursday morning please', '2026-11-26 00:00–12:00'],
  ['three in the afternoon on friday', '2026-11-27 15:00'],
  ['at ten in the morning on tuesday', '2026-11-24 10:00'],
  ['friday three p m', '2026-11-27 15:00'],
  ['friday at 10 am', '2026-11-27 10:00'],
  ['monday ten thirty', '2026-11-23 10:30'],
  ['monday at eleven o clock', '2026-11-23 11:00'],
  ['wednesday between two and four', '2026-11-25 14:00–16:00'],
  ['after three on wednesday', '2026-11-25 15:00–23:59'],
  ['before 11 on monday', '2026-11-23 00:00–11:00'],
  ['noon on monday', '2026-11-23 12:00'],
  ['the day after tomorrow', '2026-11-24'],
  ['in two weeks', '2026-12-06'],
  ['next week', '2026-11-23…2026-11-27'],
  ['Tuesday next week', '2026-11-24'],
  ['as soon as possible', '2026-11-22…2026-12-06'],
  ['at four', ' 16:00'],
  ['half past nine', ' 09:30'],
  ['tuesday 5.30 pm', '2026-11-24 17:30'],
  ['tuesday at 5.30pm', '2026-11-24 17:30'],
  ['monday at 11.30am', '2026-11-23 11:30'],
  ['24.11.2026 at 17.30', '2026-11-24 17:30'],
  ['after 15.30 on monday', '2026-11-23 15:30–23:59'],
  ['half five', ' 17:30'],
  ['quarter to one on monday', '2026-11-23 12:45'],
  ['tomorrow evening', '2026-11-23 17:00–23:59'],
  ['Wednesday the 30th at 3 pm', '2026-12-30 15:00'],
  ['Wednesday, December 16th, twelve in the afternoon', '2026-12-16 12:00'],
  ['six thirty in the evening on monday', '2026-11-23 18:30'],
  ['december 3rd at 14h30', '2026-12-03 14:30'],
  ['december 3rd, 9h', '2026-12-03 09:00'],
  ['monday 1730', '2026-11-23 17:30'],
  ['24 November 2026', '2026-11-24'],
  ['I would like to know more', ''],
  ['the second one', ''],
  ['the first one, thanks', ''],
  ["it's my first time", ''],
  ['number two please', ''],
  ['a later one', ''],
  ['just a second', ''],
  ['the nine thirty one', ' 09:30'],
  ['the first of December', '2026-12-01'],
  ['next week on Friday at ten', '2026-12-04 10:00', '2026-11-25T10:00'],
  ['next week on Friday at ten', '2026-12-04 10:00', '2026-11-23T10:00'],
  ['next week Tuesday at three', '2026-11-24 15:00'],
  ['this week on Friday', '2026-11-27', '2026-11-25T10:00'],
  ['the week after next', '2026-11-30…2026-12-04'],
  ['Friday in two weeks', '2026-12-04'],
  ['a week from Friday', '2026-12-04'],
  ['next week at three', '2026-11-23…2026-11-27 15:00'],
  ['move it from Tuesday at 3:30 to Friday at ten', '2026-11-27 10:00'],
  ['move it from 3:30 to 4:30', ' 16:30'],
  ['reschedule my Tuesday appointment to ten to four', ' 15:50'],
  ['change my Tuesday appointment', ''],
  ['first thing on Monday', '2026-11-23 00:00–12:00'],
  ['first thing tomorrow', '2026-11-23 00:00–12:00'],
  ['any time on Thursday afternoon', '2026-11-26 12:00–18:00'],
  ['earliest on Thursday', '2026-11-26'],
  ['the first available appointment', '2026-11-22…2026-12-06'],
  ['ten to four on Tuesday', '2026-11-24 15:50'],
  ['twenty to five', ' 16:40'],
  ['twenty past two', ' 14:20'],
  ['quarter after four', ' 16:15'],
  ['from ten to four on Friday', '2026-11-27 10:00–16:00'],
  ['10 to 12 on Friday', '2026-11-27 10:00–12:00'],
  ['Tuesday at ten or later', '2026-11-24 10:00–23:59'],
  ['no earlier than ten on Friday', '2026-11-27 10:00–23:59'],
  ['no later than three on Friday', '2026-11-27 00:00–15:00'],
  ['one hour on Monday at ten', '2026-11-23 10:00'],
  ['this afternoon', '2026-11-22 12:00–18:00'],
  ['not until three on Tuesday', '2026-11-24 15:00–23:59'],
  ['not Monday, Tuesday', '2026-11-24'],
  ['not tomorrow, the day after at ten', '2026-11-24 10:00'],
  ['the day after tomorrow', '2026-11-24'],
  ["Monday at ten doesn't work, Tuesday at eleven", '2026-11-24 11:00'],
  ["I can't do Monday", ''],
  ['Tuesday, but not in the morning', '2026-11-24 12:00–18:00'],
  ['why not Monday', '2026-11-23'],
  ['25.12. at 10:00', '2026-12-25 10:00'],
  ['01.12.2026 at ten', '2026-12-01 10:00'],
  ['at 9.10.', ' 09:10'],
  ['December 1 10 am', '2026-12-01 10:00'],
])('"%s" is read as %s', (text, expected, now = NOW) => {
  const { day = '', untilDay, time, part } = timeIn(text, now) ?? {}
  const at = time ?? (part ? `${part.from}–${part.to}` : undefined)
  expect(`${day}${untilDay ? `…${untilDay}` : ''}${at ? ` ${at}` : ''}`).toBe(expected)
})

it('completes a day or time from the previous appointment', () => {
  const near = '2026-11-24T15:30'
  expect(wishOf({ time: '10:00' }, NOW, near, 3).from).toBe('2026-11-24T10:00')
  expect(wishOf({ day: '2026-11-26' }, NOW, near, 3)).toEqual({
    from: '2026-11-26T15:30',
    to: '2026-11-26T15:30',
    atMost: 3,
  })
  expect(wishOf({ day: '2026-11-23', untilDay: '2026-11-27' }, NOW, near, 3).to).toBe('2026-11-27T23:59')
  expect(wishOf({ time: '10:00' }, NOW, undefined, 3).from).toBe('2026-11-23T10:00')
  expect(wishOf({ day: '2026-11-26' }, NOW, undefined, 3)).toEqual({
    from: '2026-11-26T00:00',
    to: '2026-11-26T23:59',
    atMost: 3,
  })
})

it('looks for a part of the day within two weeks, or on the day that was said', () => {
  const part = { from: '00:00', to: '12:00' }
  const wish = { from: '2026-11-22T00:00', to: '2026-12-06T12:00', atMost: 3 }
  expect(wishOf({ part }, NOW, undefined, 3)).toEqual(wish)
  expect(wishOf({ part, day: '2026-11-22' }, NOW, undefined, 3)).toEqual({ ...wish, to: '2026-11-22T12:00' })
})

it.each(['2 weeks and ', '3 hours ', 'in 1 year and 1 month and 1 day and '])(
  'reads thousands of repetitions of "%s" quickly',
  (part) => {
    timeIn(part, NOW)
    const before = process.threadCpuUsage()
    timeIn(part.repeat(2_000), NOW)
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(60)
  },
)
