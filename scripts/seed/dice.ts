export type Dice = ReturnType<typeof createDice>

/** The random number generator Mulberry32: small, fast, and good enough for invented people. */
export function createDice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    /** A number from 0 to below 1. */
    next,
    /** A whole number between the two, both included. */
    between,
    one<Value>(values: readonly Value[]): Value {
      const value = values[between(0, values.length - 1)]
      if (value === undefined) throw new Error('nothing to choose from')
      return value
    },
    /** True with this probability. */
    chance: (share: number): boolean => next() < share,
    uuid(): string {
      const hex = Array.from({ length: 32 }, () => between(0, 15).toString(16)).join('')
      return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join(
        '-',
      )
    },
  }
}
