import { setTimeout as delay } from 'node:timers/promises'
import type { Phrases } from './phrases.ts'
import { moment, type ScriptedPerson } from './scripted-people.ts'

/** The first of the rivals' times, later than the times that other callers want at first. */
const FIRST_PLACE = 300
/** After this time a caller goes on alone, because the other one was cut off or gave up. */
const PATIENCE_MS = 60_000
/** A spoken "yes" takes about this long, so that either of two callers may be the first. */
const SPOKEN_YES_MS = 3_000

/**
 * Two callers who want the same time and agree to it at the same moment. The later one takes the first time that is
 * offered instead. In every second pair, one of them speaks if `isSpoken`.
 */
export function rivalsFor(pair: number, phrases: Phrases, today: Date, isSpoken: boolean): ScriptedPerson[] {
  const at = moment(FIRST_PLACE + pair, phrases, today)
  const isMixed = isSpoken && pair % 2 === 0
  const [beforeYes, beforeOpening] = [meeting(), meeting()]
  return [true, false].map((isFirst): ScriptedPerson => {
    const email = `rival.${2 * pair + (isFirst ? 0 : 1)}@example.com`
    const kept = { name: 'Robin Reed', email }
    const answers = { when: [at.said], which: ['the first one'], name: ['Robin Reed'], email: [email], right: ['yes'] }
    return {
      what: isMixed ? 'two at once, one aloud' : 'two at once',
      kind: 'appointment',
      opening: phrases.book[0] ?? '',
      otherOpenings: ['I want to book an appointment'],
      answers,
      meant: kept,
      yes: 'yes',
      expected: kept,
      corrections: {},
      mistakes: {},
      isSpoken: isMixed && isFirst,
      voice: { at: pair, isUnseen: false },
      async before(asked) {
        // The typing caller begins when the speaking one has reached the name, since a call ends after a minute of silence.
        if (isMixed && asked === (isFirst ? 'name' : undefined)) await beforeOpening()
        if (asked !== 'right') return
        await beforeYes()
        if (isMixed && !isFirst) await delay(Math.random() * SPOKEN_YES_MS)
      },
    }
  })
}

/** Lets two callers go on once both have arrived. A caller who arrives later, for example in a second call, goes on at once. */
function meeting(): () => Promise<unknown> {
  const both = Promise.withResolvers<void>()
  let here = 0
  return () => {
    here += 1
    if (here >= 2) both.resolve()
    return Promise.race([both.promise, delay(PATIENCE_MS)])
  }
}
