import type { Held } from './callers.ts'
import type { ScriptedPerson } from './scripted-people.ts'

export interface Outcome {
  person: ScriptedPerson
  /** Several if the server was killed and the caller called again, or if the caller changes the appointment later. */
  calls: Held[]
}

/** A booking or message that is stored for a call and not cancelled. */
export interface Kept {
  callId: string | null
  /** ISO local time; empty for a lead. */
  slot: string
  values: Readonly<Record<string, string>>
  isBooked: boolean
}

/** Counts the values that were stored as the callers meant them, and prints up to `mostShown` calls with other values. */
export function createJudge(kept: readonly Kept[], mostShown: number, showsRight = false) {
  let shown = 0
  const print = (what: string, outcomes: readonly Outcome[]): { right: number; all: number } => {
    const figures = { right: 0, all: 0, wrong: 0, whole: 0, cutOff: 0, spoken: 0, refused: 0 }
    for (const { person, calls } of outcomes) {
      figures.cutOff += calls.filter(({ isCutOff }) => isCutOff).length
      for (const call of calls) {
        figures.spoken += call.spoken
        figures.refused += call.refused
      }
      const rows = kept.filter(({ callId, isBooked }) => isBooked && calls.some((call) => call.callId === callId))
      const fields = Object.entries(person.expected ?? {})
      // A caller who was cut off after the message was stored leaves it again; the two are equal.
      const row = rows.at(-1)
      const values: Readonly<Record<string, string>> = { ...row?.values, ...(row && { slot: row.slot }) }
      // A change of mind counts as one field, which is right if nothing was stored.
      const all = person.expected === null ? 1 : fields.length
      const isKept = (id: string, value: string) => values[id] === value
      const right = person.expected === null ? Number(rows.length === 0) : fields.filter(([id, value]) => isKept(id, value)).length // oxfmt-ignore
      figures.right += right
      figures.all += all
      // A wrong value is worse than a missing one.
      figures.wrong += person.expected === null ? all - right : row ? all - right : 0
      if (right === all) figures.whole += 1
      if ((right < all || showsRight) && (shown += 1) <= mostShown) {
        console.log(`${person.what}: expected ${JSON.stringify(person.expected)}, kept ${JSON.stringify(rows)}`)
        const lines = calls.flatMap((call) => call.lines)
        for (const [at, line] of lines.entries()) console.log(`    ${at % 2 ? '<' : '>'} ${line}`)
      }
    }
    const { right, all, wrong, whole, cutOff, spoken, refused } = figures
    const heard = spoken > 0 ? `, of ${spoken} spoken turns ${refused} not understood` : ''
    if (outcomes.length > 0) console.log(`${what.padEnd(22)} fields right ${right} of ${all} (${((right / all) * 100).toFixed(1)} %), kept wrongly ${wrong}, calls right ${whole} of ${outcomes.length}, cut off ${cutOff}${heard}`) // oxfmt-ignore
    return figures
  }
  return { print }
}
